"""Completion scripts, with which shells complete the tools' flags, commands and file names."""

from collections.abc import Iterable, Mapping


def completion_script(shell: str, program: str, words: Iterable[str]) -> str:
    """Return the completion script for a tool without commands. `words` are its flags with
    dashes.
    """
    listed = sorted(words)
    if shell == "fish":
        return "".join(f"complete -c {program} {_fish_option(each)}\n" for each in listed)
    text = " ".join(listed)
    if shell == "zsh":
        return f"#compdef {program}\n_arguments {text} '*:input file:_files'\n"
    return _bash(program, f"  local words='{text}'\n", "")


def commands_script(
    shell: str, program: str, words: Iterable[str], commands: Mapping[str, Iterable[str]]
) -> str:
    """Return the completion script for a tool with commands.

    `words` are the tool's own flags, and `commands` maps each command to its flags.
    """
    own, names = " ".join(sorted(words)), " ".join(commands)
    flags = {name: " ".join(sorted(each)) for name, each in commands.items()}
    if shell == "fish":
        lines = [f"complete -c {program} {_fish_option(each)}" for each in own.split()]
        lines.append(f"complete -c {program} -n __fish_use_subcommand -f -a '{names}'")
        for name, each in flags.items():
            seen = f"complete -c {program} -n '__fish_seen_subcommand_from {name}'"
            lines += [f"{seen} {_fish_option(flag)}" for flag in each.split()]
        return "\n".join(lines) + "\n"
    if shell == "zsh":
        cases = "".join(
            f"  {name}) _arguments {each} '*:input file:_files' ;;\n"
            for name, each in flags.items()
        )
        return (
            f"#compdef {program}\nif (( CURRENT == 2 )); then\n  compadd -- {names} {own}\n"
            f'  return\nfi\ncase "${{words[2]}}" in\n{cases}esac\n'
        )
    cases = "".join(f"    {name}) words='{each}' ;;\n" for name, each in flags.items())
    choose = f"  local words='{own}'\n  case \"${{COMP_WORDS[1]}}\" in\n{cases}  esac\n"
    first = (
        '  if [[ $COMP_CWORD -eq 1 && "$word" != -* ]]; then\n'
        f"    COMPREPLY=($(compgen -W '{names}' -- \"$word\"))\n    return\n  fi\n"
    )
    return _bash(program, choose, first)


def _bash(program: str, choose: str, first: str) -> str:
    function = f"_{program.replace('-', '_')}"
    return (
        f"{function}() {{\n"
        '  local word="${COMP_WORDS[COMP_CWORD]}"\n'
        f"{choose}{first}"
        '  if [[ "$word" == -* ]]; then\n'
        '    COMPREPLY=($(compgen -W "$words" -- "$word"))\n'
        "  else\n"
        '    COMPREPLY=($(compgen -f -- "$word"))\n'
        "  fi\n"
        "}\n"
        f"complete -o filenames -F {function} {program}\n"
    )


def _fish_option(word: str) -> str:
    """Return an option of fish's `complete` for a flag: `-l` for two dashes, `-s` for one letter,
    `-o` for a word after one dash.
    """
    name = word.lstrip("-")
    if word.startswith("--"):
        return f"-l {name}"
    return f"-s {name}" if len(name) == 1 else f"-o {name}"
