// The tables can be distributed by project only while every statement says whether it goes to some projects, to all of them, or
// to tables that every server would hold.

import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { PACKAGE_ROOT } from '../../../src/package.js';

const DIRECTORY = new URL('src/store/postgres/', PACKAGE_ROOT);
/** By its number, in a key or as the value of a column; by its name, of which there is one; or in a part that is put in. */
const NAMES_PROJECT =
  /project_id\s*=\s*(?:\$\d|:projectId)|\(\s*project_id,[\s\S]*(?:SELECT|VALUES)\s*\(?\$1|p\.name = \$1|\$\{(?:IN_WINDOW|where\b|\w+\(')/;
const TAG = /^\s*\/\* (project|fan-out|reference) \*\//;
interface Statement {
  readonly file: string;
  readonly text: string;
}

/** The texts of statements, as far as they stand in the call or in a constant of the file; others are put together of such. */
function statementsOf(file: string): Statement[] {
  const tree = ts.createSourceFile(file, readFileSync(new URL(file, DIRECTORY), 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: Statement[] = [];
  const take = (node: ts.Expression | undefined): void => {
    if (node === undefined) return;
    if (ts.isIdentifier(node)) take(constants.get(node.text));
    else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(tree).slice(1, -1);
      // What begins with a part that is put in says nothing here.
      if (!text.startsWith('${')) found.push({ file, text });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText(tree).split('.').at(-1);
      if (name === 'query' || name === 'change') take(node.arguments[0]);
      if (name === 'ask') take(node.arguments[1]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('statements of the PostgreSQL store', () => {
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const statements = files.flatMap(statementsOf);

  it('say where they go', () => {
    assert.ok(statements.length > 80, `${statements.length} were found`);
    assert.deepEqual(
      statements.filter(({ text }) => !TAG.test(text)),
      [],
    );
  });

  it('that go to a project name it by a parameter, and no others', () => {
    const ofProjects = statements.filter(({ text }) => text.includes('/* project */'));
    assert.deepEqual(
      ofProjects.filter(({ text }) => !NAMES_PROJECT.test(text)),
      [],
    );
    assert.deepEqual(
      ofProjects.filter(({ text }) => /project_id\s*(?:=\s*ANY|IN\b)/i.test(text)),
      [],
    );
  });

  it('lock rows of one project at a time, or of tables that are on every server', () => {
    const locking = statements.filter(({ text }) => /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/.test(text));
    assert.ok(locking.length >= 3, `${locking.length} were found`);
    assert.deepEqual(
      locking.filter(({ text }) => text.includes('/* fan-out */')),
      [],
    );
  });

  it('look for the first row that is too many, and not for the set of them', () => {
    const offsets = statements.filter(({ text }) => /\bDELETE\b[\s\S]*\bOFFSET\b/.test(text));
    assert.ok(offsets.length >= 3, `${offsets.length} were found`);
    assert.deepEqual(
      offsets.filter(({ text }) => /\bIN\s*\(\s*SELECT\b/.test(text)),
      [],
    );
  });
});
