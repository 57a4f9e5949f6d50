// A worker that works out deals double-dummy: it loads DDS as WebAssembly and answers each deal as the server reads it,
// such as `10-5858…-NTN8888888899999`. No page loads it before somebody asks.
(() => {
  "use strict";
  const STRAINS = ["S", "H", "D", "C", "NT"];
  const SEATS = "NESW";
  const TRICKS = 13;
  const NONE = 0, NO_FAULT = 1;
  const written = (numbers) => [...numbers].map((number) => number.toString(16)).join("");

  // DDS writes to nowhere and asks for no environment; its other questions to a system are never asked.
  function system(memory) {
    const zero = (...at) => {
      const view = new DataView(memory().buffer);
      for (const each of at) view.setUint32(each, 0, true);
      return NONE;
    };
    const answers = {
      environ_sizes_get: (count, size) => zero(count, size),
      fd_write: (file, parts, count, wrote) => zero(wrote),
      proc_exit: () => { throw new Error("DDS ended"); },
    };
    return (name) => answers[name] ?? (() => NONE);
  }

  async function load(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const module = await WebAssembly.compile(await answer.arrayBuffer());
    let dds;
    const answerTo = system(() => dds.memory);
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = answerTo(name);
    dds = (await WebAssembly.instantiate(module, imports)).exports;
    dds._initialize();
    return dds;
  }

  function worked(code) {
    if (code !== NO_FAULT) throw new Error(`DDS answers ${code}`);
  }

  function leadsAgainst(dds, owners, declared) {
    const declarer = SEATS.indexOf(declared.at(-1));
    const leader = (declarer + 1) % SEATS.length;
    worked(dds.solve_leads(STRAINS.indexOf(declared.slice(0, -1)), leader));
    const leads = new Int8Array(dds.memory.buffer, dds.leads_at(), owners.length);
    return written([...leads].filter((_, card) => owners[card] === SEATS[leader]).map((tricks) => TRICKS - tricks));
  }

  function solve(dds, { board, owners, declared }) {
    new Uint8Array(dds.memory.buffer, dds.owners_at(), owners.length).set(new TextEncoder().encode(owners));
    worked(dds.solve_table());
    const table = written(new Int8Array(dds.memory.buffer, dds.tricks_at(), STRAINS.length * SEATS.length));
    return [board, table, ...declared.map((each) => each + leadsAgainst(dds, owners, each))].join("-");
  }

  addEventListener("message", async ({ data }) => {
    try {
      const dds = await load(data.module);
      for (const deal of data.deals) postMessage({ board: deal.board, solved: solve(dds, deal) });
      postMessage({ isDone: true });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
  });
})();
