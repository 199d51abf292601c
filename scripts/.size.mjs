import { build } from 'esbuild'; import { gzipSync } from 'node:zlib'; import { minify } from 'terser';
const run = async (entry, plugins=[]) => { const r = await build({ entryPoints:[entry], bundle: true, format: 'esm', minifySyntax: true, write: false, metafile:true, target: 'es2022', platform:'browser', plugins, logLevel:'silent' }); 
const m = await minify(r.outputFiles[0].text, { module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true }, mangle: process.argv.includes('--props') ? {properties:{regex:new RegExp('^('+(process.argv[3]||'x')+')$')}}:{} });
return [m.code.length, gzipSync(m.code,{level:9}).length, r.metafile, m.code]; };
const core = await run('clients/browser/src/core.ts'); console.log('core', core[0], core[1]);
const all = await run('clients/browser/src/index.ts'); console.log('all', all[0], all[1]);
if (process.argv.includes('--parts')) {
// leave-one-out on compressed code by module text minified separately
for (const [k] of Object.entries(Object.values(core[2].outputs)[0].inputs)) {
  const r = await build({ entryPoints:[k], bundle:false, format:'esm', write:false, minifySyntax:true, target:'es2022', loader:{'.ts':'ts'} });
  const m = await minify(r.outputFiles[0].text, {module:true, ecma:2020, compress:{passes:3}});
  const base = core[3];
  console.log(gzipSync(m.code,{level:9}).length, m.code.length, k);
}}
