// Compiles Python files with the Python that will run them: node precompile.mjs PYODIDE FOLDER
const [pyodideFolder, folder] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);

const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/mnt/site");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/mnt/site");
const succeeded = pyodide.runPython(`
import compileall, py_compile
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
bool(compileall.compile_dir("/mnt/site", quiet=1, invalidation_mode=mode, stripdir="/mnt/site"))
`);
process.exit(succeeded ? 0 : 1);
