// Python in a worker of the page. The first message says where Pyodide is, and each of the others is a cell to run.
let python, cells, started;
const PACKAGES = ["numpy", "pillow", "matplotlib"];  // others are loaded for the first cell that imports them
const tell = progress => postMessage({ progress });

async function start({ pyodide }) {
  const steps = ["Pyodide", ...PACKAGES, "subtraction_games"];
  const step = name => tell(`Starting Python: ${name}, ${steps.indexOf(name) + 1} of ${steps.length}`);
  step("Pyodide");
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  python = await loadPyodide({ indexURL: pyodide });
  for (const name of PACKAGES) {
    step(name);
    await python.loadPackage(name, { messageCallback() {} });
  }
  step("subtraction_games");
  const file = await fetch(new URL("package.zip", self.location));
  if (!file.ok) throw new Error(`${file.url}: ${file.status}`);
  const site = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await file.arrayBuffer(), "zip", { extractDir: site });
  cells = python.pyimport("cells");
  cells.begin();
}

onmessage = async ({ data }) => {
  if (data.pyodide) return started = start(data).catch(error => postMessage({ broken: String(error) }));
  await started;
  if (!cells) return;
  await python.loadPackagesFromImports(data.text, { messageCallback: tell, errorCallback: tell });
  tell(data.k === data.last ? "Running" : `Running ${data.k + 1} of ${data.last + 1} cells`);
  const [html, done] = cells.run(data.text, data.k + 1).toJs();
  postMessage({ k: data.k, html, done });
};
