// What the pool's threads are started with. Piscina loads it by `require` before it tries `import`, and Node ends the whole
// process when a thread is ended while it loads an ES module by `require`: so `task.ts` is loaded by `import` alone.

/** The function for tasks; Piscina waits for it before it says that the thread is ready. */
export = import('./task.js').then(({ default: digestTask }) => digestTask);
