"use strict";
// Differences of two texts of IR, side by side. Lines that differ only in the numbers of values or in the names of aliases are the same.

const diff = (() => {
  const VALUE = /%[\w$.#:-]+/g;
  const ALIAS = /(?<![\w"])[#!][A-Za-z_]\w*\b(?!\.)/g;
  const DEFINITION = /^([#!]\w+) = /;
  const CELLS = 250000; // of a table for a gap without a line that is unique

  // What lines mean: without numbers of values, with definitions for aliases.
  function meanings(lines) {
    const aliases = new Map();
    return lines.map((line) => {
      const meaning = line.replace(VALUE, "%").replace(ALIAS, (name) => aliases.get(name) ?? name);
      const defined = DEFINITION.exec(line);
      if (defined) aliases.set(defined[1], meaning.slice(meaning.indexOf(" = ") + 3));
      return defined ? meaning.slice(meaning.indexOf(" = ") + 3) : meaning;
    });
  }

  // Pairs [i, j] of equal lines, both growing: patience, that is by the lines that each side has once.
  function matches(left, right) {
    const found = [];
    const work = [[0, left.length, 0, right.length]];
    while (work.length) {
      let [a, b, c, d] = work.pop();
      while (a < b && c < d && left[a] === right[c]) found.push([a++, c++]);
      while (a < b && c < d && left[b - 1] === right[d - 1]) found.push([--b, --d]);
      if (a >= b || c >= d) continue;
      const anchors = uniqueAnchors(left, right, a, b, c, d);
      if (!anchors.length) {
        if ((b - a) * (d - c) <= CELLS) found.push(...longestCommon(left, right, a, b, c, d));
        continue;
      }
      let [i, j] = [a, c];
      for (const [x, y] of [...anchors, [b, d]]) {
        if (i < x && j < y) work.push([i, x, j, y]);
        if (x < b) found.push([x, y]);
        [i, j] = [x + 1, y + 1];
      }
    }
    return found.sort((one, other) => one[0] - other[0]);
  }

  function uniqueAnchors(left, right, a, b, c, d) {
    const seen = new Map();
    for (let i = a; i < b; i++) seen.set(left[i], seen.has(left[i]) ? null : { i, j: -1 });
    for (let j = c; j < d; j++) {
      const entry = seen.get(right[j]);
      if (entry) entry.j = entry.j === -1 ? j : -2;
    }
    const pairs = [...seen.values()].filter((entry) => entry && entry.j >= 0);
    return increasing(pairs);
  }

  // The longest list of pairs in which j grows, too.
  function increasing(pairs) {
    const tops = [];
    for (const pair of pairs) {
      let low = 0;
      let high = tops.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tops[middle].j < pair.j) low = middle + 1;
        else high = middle;
      }
      pair.before = low ? tops[low - 1] : null;
      tops[low] = pair;
    }
    const list = [];
    for (let pair = tops[tops.length - 1]; pair; pair = pair.before) list.push([pair.i, pair.j]);
    return list.reverse();
  }

  function longestCommon(left, right, a, b, c, d) {
    const width = d - c + 1;
    const table = new Uint16Array((b - a + 1) * width);
    for (let i = b - 1; i >= a; i--) {
      for (let j = d - 1; j >= c; j--) {
        const at = (i - a) * width + (j - c);
        table[at] = left[i] === right[j] ? table[at + width + 1] + 1 : Math.max(table[at + width], table[at + 1]);
      }
    }
    const found = [];
    let [i, j] = [a, c];
    while (i < b && j < d) {
      const at = (i - a) * width + (j - c);
      if (left[i] === right[j]) found.push([i++, j++]);
      else if (table[at + width] >= table[at + 1]) i++;
      else j++;
    }
    return found;
  }

  // Rows of {left, right}: numbers of lines, null where there is none; `same` if they mean the same.
  function rows(left, right) {
    const all = [];
    let [i, j] = [0, 0];
    for (const [x, y] of [...matches(meanings(left), meanings(right)), [left.length, right.length]]) {
      while (i < x || j < y) {
        all.push({ left: i < x ? i++ : null, right: j < y ? j++ : null, same: false });
      }
      if (x < left.length) all.push({ left: i++, right: j++, same: true });
    }
    return all;
  }

  // The rows near differences; runs of others become {folded: [rows]}.
  function folded(all, context = 3) {
    const near = new Uint8Array(all.length);
    all.forEach((row, index) => {
      if (!row.same) near.fill(1, Math.max(0, index - context), index + context + 1);
    });
    const shown = [];
    for (let index = 0; index < all.length; index++) {
      if (near[index]) shown.push(all[index]);
      else if (shown.length && shown[shown.length - 1].folded) shown[shown.length - 1].folded.push(all[index]);
      else shown.push({ folded: [all[index]] });
    }
    return shown;
  }

  // Where two lines differ: [start, end of the first, end of the second].
  function span(one, other) {
    let start = 0;
    while (start < one.length && start < other.length && one[start] === other[start]) start++;
    let [end, last] = [one.length, other.length];
    while (end > start && last > start && one[end - 1] === other[last - 1]) { end--; last--; }
    return [start, end, last];
  }

  return { rows, folded, span };
})();
