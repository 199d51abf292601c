import assert from 'node:assert/strict';
import { EXPLAIN_PREFIXES_MAX } from '../../../../src/limits.js';
import {
  namedInLogLine,
  outputOfCommand,
  toldError,
  toldInOutput,
  withoutLogPrefix,
  wrappedBy,
} from '../../../../src/workers/domain/evidence/told-error.js';
import { explain } from '../../../../src/workers/domain/explain.js';

describe('the error that a message tells', () => {
  it('is what an interpreter printed when it ended', () => {
    const trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f()\n';
    assert.deepEqual(toldError(`${trace}zipfile.BadZipFile: File is not a zip file\n`), {
      type: 'zipfile.BadZipFile',
      message: 'File is not a zip file',
    });
    assert.deepEqual(toldError(`${trace}AssertionError`), { type: 'AssertionError', message: '' });
    assert.equal(toldError(`${trace}and so on`), null);
    assert.deepEqual(
      toldError("cart.rb:3:in `total': undefined method `price' for nil (NoMethodError)\n\tfrom a.rb:1"),
      {
        type: 'NoMethodError',
        message: "undefined method `price' for nil",
      },
    );
    assert.equal(toldError("cart.rb:3:in `total': the cart is empty"), null);
  });

  it('is what a Rust panic unwrapped', () => {
    const of = (value: string): unknown => toldError(`called \`Result::unwrap()\` on an \`Err\` value: ${value}`);
    assert.deepEqual(of('NotPresent'), { type: 'NotPresent', message: 'NotPresent' });
    assert.deepEqual(of('Utf8Error { valid_up_to: 0 }'), {
      type: 'Utf8Error',
      message: 'Utf8Error { valid_up_to: 0 }',
    });
    assert.deepEqual(of('Error("EOF while parsing an object", line: 1, column: 10)'), {
      type: 'Error',
      message: 'EOF while parsing an object',
    });
    assert.deepEqual(of('BadConnection("server at \\"db\\" failed: Connection refused")'), {
      type: 'BadConnection',
      message: 'server at "db" failed: Connection refused',
    });
    assert.deepEqual(of('"worker died"'), { type: 'Error', message: 'worker died' });
  });

  it('is the one that an aggregate of .NET collected', () => {
    assert.deepEqual(toldError('One or more errors occurred. (Connection refused (127.0.0.1:80))'), {
      type: 'Error',
      message: 'Connection refused (127.0.0.1:80)',
    });
  });

  it('is what Hibernate quotes in front of the statement', () => {
    assert.deepEqual(
      toldError("could not execute statement [Column 'a' cannot be null] [insert into b (a) values (?)]"),
      {
        type: 'Error',
        message: "Column 'a' cannot be null",
      },
    );
  });

  it('is the exception that Python prints as a value', () => {
    const raised = { type: 'KeyError', message: 'sku' };
    assert.deepEqual(toldError("Task orders.sync[4f1] raised unexpected: KeyError('sku')"), raised);
    assert.deepEqual(toldError('KeyError("sku")'), raised);
    assert.deepEqual(toldError('retry: TimeoutError()'), { type: 'TimeoutError', message: '' });
    assert.equal(toldError('call KeyError(sku) first'), null);
  });

  it('is none in any other message', () => {
    assert.equal(toldError('One or more errors occurred.'), null);
    assert.equal(toldError('the order called `Result::unwrap()`'), null);
  });

  it('explains the error around it', () => {
    const refused = explain({ type: 'Error', message: 'Connection refused (os error 111)', language: 'rust' });
    assert.notEqual(refused, null);
    assert.deepEqual(
      explain({
        type: 'panic',
        message:
          'called `Result::unwrap()` on an `Err` value: Os { code: 111, kind: ConnectionRefused, message: "Connection refused" }',
        language: 'rust',
      }),
      refused,
    );
  });
});

describe('what Go wrapped', () => {
  it('stands behind the colons of a message', () => {
    assert.deepEqual(wrappedBy('get user: sql: no rows in result set'), [
      'sql: no rows in result set',
      'no rows in result set',
    ]);
    assert.deepEqual(wrappedBy('no colon'), []);
    assert.equal(wrappedBy('a: '.repeat(1000)).length, EXPLAIN_PREFIXES_MAX);
  });

  it('explains an error of Go that says nothing itself', () => {
    const wrapped = explain({ type: '*errors.errorString', message: 'sql: no rows in result set', language: 'go' });
    assert.notEqual(wrapped, null);
    assert.deepEqual(
      explain({ type: '*fmt.wrapError', message: 'get user: sql: no rows in result set', language: 'go' }),
      wrapped,
    );
    assert.equal(explain({ type: 'Error', message: 'get user: sql: no rows in result set' }), null);
  });
});

describe('the output of a program', () => {
  it('has its error on a line further down', () => {
    assert.deepEqual(toldInOutput('Cloning into x...\nfatal: not a git repository\nssh: Broken pipe'), [
      'fatal: not a git repository',
      'ssh: Broken pipe',
    ]);
    assert.deepEqual(toldInOutput('fatal: not a git repository'), []);
    assert.equal(toldInOutput('\nfatal: no'.repeat(100)).length, EXPLAIN_PREFIXES_MAX);
  });

  it('explains it', () => {
    const refused = 'Pseudo-terminal will not be allocated.\nssh: connect to host 10.0.0.5 port 22: Connection refused';
    assert.match(explain({ type: 'Error', message: refused })?.explanation ?? '', /^The connection was refused/);
    assert.equal(explain({ type: 'Error', message: 'Dear guest,\nConnection: refused by the porter' }), null);
  });
});

describe('what a command printed', () => {
  it('is what stands below the words of who ran it', () => {
    for (const head of [
      'Command failed: git push',
      'Command failed with exit code 128: git push',
      "Command '['git', 'push']' returned non-zero exit status 128.",
    ]) {
      assert.equal(outputOfCommand(`${head}\nfatal: not a git repository\n`), 'fatal: not a git repository', head);
      assert.equal(outputOfCommand(head), null, head);
      assert.equal(outputOfCommand(`${head}\n  \n`), null, head);
    }
    assert.equal(outputOfCommand('Command failed\nbecause of the general'), null);
  });

  it('is explained before that the command failed', () => {
    const bare = 'curl: (6) Could not resolve host: shop.invalid';
    const told = explain({ type: 'Error', message: `Command failed: curl http://shop.invalid\n${bare}`, code: '6' });
    assert.deepEqual(told, explain({ type: 'Error', message: bare }));
    const silent = explain({ type: 'Error', message: 'Command failed: ./deploy.sh\nno luck today' });
    assert.match(silent?.explanation ?? '', /^(?:A process|The command) that the program started /);
  });
});

describe('a line of a log', () => {
  const TIMED_OUT = 'connect ETIMEDOUT 10.2.0.9:443';

  it('says behind its time, level and writer what an error says', () => {
    for (const prefix of [
      '2024-05-02T10:11:12.113Z ERROR [billing] ',
      '[2024-05-02 10:11:12,113] [error] ',
      '10:11:12 (worker-3) ',
      'FATAL: ',
      '2024/05/02 10:11:12 +0200: ',
    ]) {
      assert.equal(withoutLogPrefix(`${prefix}${TIMED_OUT}`), TIMED_OUT, prefix);
      const logged = { type: 'Error', message: `${prefix}Unhandled rejection: Error: ${TIMED_OUT}` };
      assert.deepEqual(explain(logged), explain({ type: 'Error', message: TIMED_OUT }), prefix);
    }
  });

  it('says in its field for the error what an error says', () => {
    const refused = 'connect ECONNREFUSED 10.2.0.9:3000';
    const logfmt = `level=error ts=2024-05-02 msg="no stock \\"7\\"" err="${refused}"`;
    assert.equal(namedInLogLine(logfmt), refused);
    assert.equal(namedInLogLine(`{"level":50,"error":"say \\"${refused}\\""}`), `say "${refused}"`);
    assert.equal(namedInLogLine('the error = "none" of 7'), null);
    assert.deepEqual(explain({ type: 'Error', message: logfmt }), explain({ type: 'Error', message: refused }));
  });

  it('is none without them, and of many the first are taken off', () => {
    assert.equal(withoutLogPrefix(TIMED_OUT), null);
    assert.equal(withoutLogPrefix('ERROR '), null);
    assert.equal(withoutLogPrefix('[a] '.repeat(EXPLAIN_PREFIXES_MAX + 1)), '[a] ');
  });
});
