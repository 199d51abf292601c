import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/cli/command-line.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { FLAGS } from '../../src/cli/flags.js';
import { helpText } from '../../src/cli/help.js';

const parse = (line: string) => parseCommandLine(line === '' ? [] : line.split(' '));

describe('parseCommandLine', () => {
  const runs: readonly [string, string, object][] = [
    ['', 'start', {}],
    ['--port 4000', 'start', { port: '4000' }],
    ['start --port=4000 --no-dashboard', 'start', { port: '4000', 'no-dashboard': true }],
    ['--port 4000 start', 'start', { port: '4000' }],
    ['--retention-days -1', 'start', { 'retention-days': '-1' }],
    ['--host ::1', 'start', { host: '::1' }],
    ['--cors-origin http://a.de --cors-origin http://b.de', 'start', { 'cors-origin': ['http://a.de', 'http://b.de'] }],
    ['status --json --url http://a.de', 'status', { json: true, url: 'http://a.de' }],
    ['clear --project=-x --yes', 'clear', { project: '-x', yes: true }],
    ['install-service --print', 'install-service', { print: true }],
    ['uninstall-service', 'uninstall-service', {}],
    ['backup b.db --force', 'backup', { force: true }],
    ['verify', 'verify', {}],
    ['verify --repair b.db', 'verify', { repair: true }],
    ['key add app --may ingest --project shop', 'key add', { may: 'ingest', project: 'shop' }],
    ['key list --json', 'key list', { json: true }],
    ['key revoke app --open', 'key revoke', { open: true }],
    ['open --print --url http://a.de', 'open', { print: true, url: 'http://a.de' }],
    ['restore b.db --db-path a.db', 'restore', { 'db-path': 'a.db' }],
    ['merge a b c --dry-run', 'merge', { 'dry-run': true }],
    ['views --json', 'views', { json: true }],
    ['views save mine --sort users', 'views save', { sort: 'users' }],
  ];
  for (const [line, command, flags] of runs) {
    it(`reads "${line}" as ${command}`, () => {
      const parsed = parse(line);
      assert.ok(parsed.kind === 'run');
      assert.equal(parsed.command, command);
      assert.deepEqual({ ...parsed.flags }, flags);
    });
  }

  it('reads the file that a command is given', () => {
    const files = ['backup b.db', 'verify', 'verify c.db --repair', 'restore d.db'].map((line) => {
      const parsed = parse(line);
      return parsed.kind === 'run' ? parsed.argument : parsed;
    });
    assert.deepEqual(files, ['b.db', null, 'c.db', 'd.db']);
  });

  it('reads what stands behind the first argument, of commands that take more', () => {
    const read = (argv: readonly string[]) => {
      const parsed = parseCommandLine(argv);
      return parsed.kind === 'run' ? [parsed.command, parsed.argument, parsed.others] : parsed;
    };
    assert.deepEqual(read(['merge', 'a', 'b', 'c']), ['merge', 'a', ['b', 'c']]);
    assert.deepEqual(read(['unmerge', 'a']), ['unmerge', 'a', []]);
    assert.deepEqual(read(['views', 'save', 'quiet', '-timeout', '--json']), ['views save', 'quiet', ['-timeout']]);
  });

  it('reads a query that begins with a minus, wherever it stands', () => {
    const read = (argv: readonly string[]) => {
      const parsed = parseCommandLine(argv);
      return parsed.kind === 'run' ? [parsed.command, parsed.argument, { ...parsed.flags }] : parsed;
    };
    assert.deepEqual(read(['logs', '-timeout']), ['logs', '-timeout', {}]);
    assert.deepEqual(read(['logs', '-level:debug "timed out"', '--limit', '5']), [
      'logs',
      '-level:debug "timed out"',
      { limit: '5' },
    ]);
    assert.deepEqual(read(['--json', '-is:resolved', 'errors']), ['errors', '-is:resolved', { json: true }]);
    assert.deepEqual(read(['tail', '-t', '--limit=5']), ['tail', '-t', { limit: '5' }]);
    assert.deepEqual(read(['tail', '--', '--dashes']), ['tail', '--dashes', {}]);
    // What is a flag stays one, and other commands have no queries.
    assert.equal(parseCommandLine(['logs', '-h']).kind, 'help');
    assert.equal(parseCommandLine(['logs', '-v']).kind, 'version');
    assert.deepEqual(parseCommandLine(['show', '-x']), { kind: 'usage', problem: 'there is no flag -x' });
    assert.deepEqual(parseCommandLine(['logs', '--search', '-timeout']), {
      kind: 'usage',
      problem: '--search needs a value, TEXT',
    });
  });

  const refusals: readonly [string, string][] = [
    ['--prot 1', 'there is no flag --prot'],
    ['-p 1', 'there is no flag -p'],
    ['--auth-token 12345678', 'there is no flag --auth-token'],
    ['restart', 'there is no command "restart"'],
    ['key', 'key is followed by add, list or revoke'],
    ['project', 'project is followed by list, show, set, preview or rules'],
    ['project sho', 'there is no command "project sho"'],
    ['project show', 'project show needs an argument, NAME'],
    ['project list shop', 'project list takes no argument, but got "shop"'],
    ['project show shop --bytes-per-day 1MB', '--bytes-per-day is not a flag of project show'],
    ['merge', 'merge needs an argument, KEEP_ID'],
    ['merge a', 'merge needs another argument, OTHER_ID'],
    ['views all', 'there is no command "views all"'],
    ['views save a b c', 'views save takes two arguments, but also got "c"'],
    ['views delete', 'views delete needs an argument, NAME'],
    ['logs --view a', '--view is not a flag of logs'],
    ['resolve a --dry-run', '--dry-run is not a flag of resolve'],
    ['key remove app', 'there is no command "key remove"'],
    ['key add --may read', 'key add needs an argument, NAME'],
    ['key list --may read', '--may is not a flag of key list'],
    ['start now', 'start takes no argument, but got "now"'],
    ['backup', 'backup needs an argument, FILE'],
    ['restore --config c.json', 'restore needs an argument, FILE'],
    ['verify a.db b.db', 'verify takes one argument, but also got "b.db"'],
    ['restore a.db --force', '--force is not a flag of restore'],
    ['backup a.db --repair', '--repair is not a flag of backup'],
    ['status start', 'status takes no argument, but got "start"'],
    ['--port', '--port needs a value, PORT'],
    ['--port --host x', '--port needs a value, PORT'],
    ['--no-dashboard=false', '--no-dashboard takes no value'],
    ['start --json', '--json is not a flag of start'],
    ['status --retention-days 3', '--retention-days is not a flag of status'],
    ['start --yes', '--yes is not a flag of start'],
    ['uninstall-service --port 1', '--port is not a flag of uninstall-service'],
    ['status --url http://a.de --port 1', '--url says where the daemon is, so --host and --port cannot be there too'],
  ];
  for (const [line, problem] of refusals) {
    it(`refuses "${line}"`, () => {
      const parsed = parse(line);
      assert.ok(parsed.kind === 'usage');
      assert.equal(parsed.problem, problem);
    });
  }

  it('shows help and version whatever else is there', () => {
    for (const line of ['--help', '-h', 'help', 'status --help', '--help --prot'])
      assert.equal(parse(line).kind, 'help');
    for (const line of ['--version', '-v', 'clear --version']) assert.equal(parse(line).kind, 'version');
  });
});

describe('helpText', () => {
  it('names every flag, in lines that fit a wide terminal', () => {
    const text = helpText();
    for (const { name } of FLAGS) assert.ok(text.includes(`--${name}`), name);
    // How long the path of a document is, the place of the package decides.
    const lines = text.split('\n').filter((line) => !line.endsWith('.md'));
    for (const line of lines) assert.ok(line.length <= 120, line);
  });

  it('has each command in one group, and two spaces at least before each meaning', () => {
    const [, commands = '', flags = ''] =
      /^Usage:[^\n]*\n([^]*?)\nWhere the daemon is:\n([^]*?)\n\nEach/m.exec(helpText()) ?? [];
    const rows = `${commands}\n${flags}`.split('\n').filter((line) => line.startsWith(' ') || line.startsWith('  -'));
    assert.equal(rows.length, COMMANDS.length + FLAGS.length);
    for (const row of rows) assert.match(row, /^ {2}\S.*?\S {2,}\S| {6}--\S+( [A-Z]+)? {2,}\S/, row);
    assert.match(flags, /--events-per-minute COUNT {2,}items/);
  });

  it('shows of one command what it takes and no more', () => {
    for (const line of ['tail --help', 'help tail', '--help tail']) {
      const parsed = parse(line);
      assert.deepEqual(parsed, { kind: 'help', command: 'tail' });
    }
    const text = helpText('tail');
    assert.match(text, /^errord tail \[QUERY\]: show errors, requests and logs/);
    for (const { name, commands } of FLAGS) {
      assert.equal(new RegExp(`--${name} `).test(text), commands.includes('tail'), name);
    }
    assert.match(helpText('merge'), /^errord merge KEEP_ID OTHER_ID…: /);
    assert.match(helpText('unmerge'), /^errord unmerge ID \[PART…\]: /);
    assert.match(helpText('views save'), /^errord views save NAME \[QUERY\]: /);
    assert.equal(parse('key add --help').kind, 'help');
    assert.deepEqual(parse('help key list'), { kind: 'help', command: 'key list' });
  });
});
