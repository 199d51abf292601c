// Writes the types of the package: what a program that starts the daemon sees, in one file that names nothing outside of it.
// The options are written out, because the library that their schema is made with is not installed with the package.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const entry = join(root, 'src', 'daemon.ts');
const program = ts.createProgram([entry], { ...options, noEmit: true, types: ['node'] });
const checker = program.getTypeChecker();
const source = program.getSourceFile(entry);
const exported = new Map(
  checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map((symbol) => [symbol.name, symbol]),
);
const flags =
  ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.InTypeAlias | ts.NodeBuilderFlags.MultilineObjectLiterals;
const printer = ts.createPrinter();
const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, source);

const text = [
  `export type ServerOptions = ${toLiteral('ServerOptions')};`,
  toDeclaration('Daemon'),
  `${toComment('startServer')}\nexport declare function startServer(options?: ServerOptions): Promise<Daemon>;`,
];
const path = join(root, 'dist', 'types', 'errord.d.ts');
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${text.join('\n\n')}\n`);

/** A type with everything that it refers to in its place. */
function toLiteral(name) {
  const alias = checker.getAliasedSymbol(exported.get(name));
  return print(checker.typeToTypeNode(checker.getDeclaredTypeOfSymbol(alias), undefined, flags));
}

/** An interface as it stands in the source, comments and all. */
function toDeclaration(name) {
  return exported.get(name).declarations[0].getFullText(source).trim();
}

function toComment(name) {
  const declaration = exported.get(name).declarations[0];
  const [range] = ts.getLeadingCommentRanges(source.text, declaration.getFullStart()) ?? [];
  return range === undefined ? '' : source.text.slice(range.pos, range.end);
}
