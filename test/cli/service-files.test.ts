import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../src/cli/command-error.js';
import {
  DEPLOYED_COMMAND,
  DEPLOYED_LOG_PATH,
  type ServiceCommand,
  toLaunchAgent,
  toSystemUnit,
  toUserUnit,
} from '../../src/cli/service-files.js';
import { STOP_TIMEOUT_MS } from '../../src/limits.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { openTempDir } from './run-cli.js';

const ODD_FLAGS = ['--db-path', '/a $HOME $x %h "q" \\b \'s\' <&>/ü.db', '--config', ';'];

const FILES: readonly [string, string][] = [
  ['deploy/errord.service', toUserUnit(DEPLOYED_COMMAND)],
  ['deploy/errord-system.service', toSystemUnit(DEPLOYED_COMMAND)],
  ['deploy/dev.errord.daemon.plist', toLaunchAgent(DEPLOYED_COMMAND, DEPLOYED_LOG_PATH)],
];

describe('the files in deploy/', () => {
  for (const [path, content] of FILES) {
    it(`${path} is what its template makes of the default command`, () => {
      assert.equal(readFileSync(new URL(path, PACKAGE_ROOT), 'utf8'), content);
    });
  }
});

describe('systemd units', () => {
  const dir = openTempDir();
  after(dir.remove);

  it('escape quotes, backslashes, specifiers, variables and separators in arguments', () => {
    const unit = toUserUnit({ nodePath: '/opt/my $node %n/node', cliPath: '/c.js', flags: ODD_FLAGS });
    const line = unit.split('\n').find((text) => text.startsWith('ExecStart='));
    assert.equal(
      line,
      'ExecStart="/opt/my $node %%n/node" /c.js start --db-path ' +
        '"/a $$HOME $$x %%h \\"q\\" \\\\b \'s\' <&>/ü.db" --config ";"',
    );
  });

  it('refuse control characters, which would begin a directive of their own', () => {
    const command = { ...DEPLOYED_COMMAND, flags: ['--config', '/x\nExecStartPre=/bin/evil'] };
    for (const toUnit of [toUserUnit, toSystemUnit]) assert.throws(() => toUnit(command), CommandError);
  });

  it('refuse a path of node that systemd cannot run', () => {
    assert.throws(() => toUserUnit({ ...DEPLOYED_COMMAND, nodePath: '/a"b/node' }), CommandError);
  });

  it('give the daemon longer to stop than it gives itself', () => {
    for (const unit of [toUserUnit(DEPLOYED_COMMAND), toSystemUnit(DEPLOYED_COMMAND)]) {
      assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000 > STOP_TIMEOUT_MS);
    }
  });

  it('give it as much more as it serves on when it is told to stop', () => {
    const draining = { ...DEPLOYED_COMMAND, drainSeconds: 12.5 };
    const toSeconds = (unit: string): number => Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    assert.equal(toSeconds(toUserUnit(draining)), toSeconds(toUserUnit(DEPLOYED_COMMAND)) + 13);
  });

  it('do not restart for ever, and leave the JIT its memory', () => {
    for (const unit of [toUserUnit(DEPLOYED_COMMAND), toSystemUnit(DEPLOYED_COMMAND)]) {
      assert.match(unit, /^StartLimitBurst=5$/m);
      assert.match(unit, /^Restart=on-failure$/m);
      assert.doesNotMatch(unit, /^MemoryDenyWriteExecute/m);
    }
  });

  // Unusual on purpose: what passes here passes for /usr/bin/node.
  const nodeDir = join(dir.path, 'a $b %c');
  const units: readonly [string, readonly string[], (command: ServiceCommand) => string][] = [
    ['user.service', ['--user'], toUserUnit],
    ['system.service', [], toSystemUnit],
  ];
  for (const [name, mode, toUnit] of units) {
    it(`pass systemd-analyze verify without a word (${name})`, function () {
      if (spawnSync('systemd-analyze', ['--version']).status !== 0) return this.skip();
      mkdirSync(nodeDir, { recursive: true });
      const nodePath = join(nodeDir, `node-${name}`);
      symlinkSync(process.execPath, nodePath);
      const path = join(dir.path, name);
      writeFileSync(path, toUnit({ nodePath, cliPath: '/opt/err ord/cli.js', flags: ODD_FLAGS }));
      const { status, stderr } = spawnSync('systemd-analyze', [...mode, 'verify', path], {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', HOME: dir.path, XDG_RUNTIME_DIR: dir.path },
      });
      assert.deepEqual([status, stderr], [0, '']);
    });
  }
});

describe('the launchd agent', () => {
  const odd = { nodePath: '/Users/a b/node', cliPath: '/c.js', flags: ODD_FLAGS };

  it('is well-formed XML, whatever the arguments hold', () => {
    assertWellFormed(toLaunchAgent(odd, '/Users/a & b/errord.log'));
  });

  it('is read by a property list parser as the same arguments', function () {
    const script = 'import plistlib,json,sys;print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
    const { status, stdout } = spawnSync('python3', ['-c', script], {
      encoding: 'utf8',
      input: toLaunchAgent(odd, '/a & b'),
    });
    if (status !== 0) return this.skip();
    const agent: unknown = JSON.parse(stdout);
    assert.deepEqual(agent, {
      Label: 'dev.errord.daemon',
      ProgramArguments: ['/Users/a b/node', '/c.js', 'start', ...ODD_FLAGS],
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 30,
      ExitTimeOut: 20,
      Umask: 63,
      StandardOutPath: '/a & b',
      StandardErrorPath: '/a & b',
    });
  });

  it('refuses control characters, which XML cannot hold', () => {
    assert.throws(() => toLaunchAgent({ ...odd, flags: ['\u001b'] }, '/x'), CommandError);
  });
});

/** Tags balance and no bare `<` or `&` is left in the text between them. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  const markup = /<\?[^>]*\?>|<!DOCTYPE[^>]*>|<!--(?:(?!--)[\s\S])*-->|<(?<end>\/?)(?<name>\w+)[^<>]*?(?<empty>\/?)>/g;
  for (const { groups } of xml.matchAll(markup)) {
    if (groups?.name === undefined || groups.empty === '/') continue;
    if (groups.end === '/') assert.equal(open.pop(), groups.name);
    else open.push(groups.name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(xml.replace(markup, '').replace(/&(?:amp|lt|gt|quot);/g, ''), /[<&]/);
}
