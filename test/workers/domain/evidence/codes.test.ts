import assert from 'node:assert/strict';
import {
  EXPLAIN_CODE_CHARS_MAX,
  EXPLAIN_CODES_MAX,
  EXPLAIN_ERRNO_FINDS_MAX,
  EXPLAIN_PREFIXES_MAX,
} from '../../../../src/limits.js';
import { codesOf } from '../../../../src/workers/domain/evidence/codes.js';
import { stripPrefixes } from '../../../../src/workers/domain/evidence/prefixes.js';

function codes(type: string, message: string, code?: string): readonly string[] {
  const { className, codes: codesOfPrefixes, bare } = stripPrefixes(type, message);
  return codesOf({ code, codesOfPrefixes, className, bare });
}

describe('the codes of an error', () => {
  const SAME: readonly (readonly [code: string, forms: readonly (readonly [type: string, message: string])[]])[] = [
    [
      'ECONNREFUSED',
      [
        ['Error', 'connect ECONNREFUSED 127.0.0.1:5432'],
        ['Errno::ECONNREFUSED', 'Connection refused - connect(2) for "127.0.0.1" port 3948'],
        ['ConnectionRefusedError', '[Errno 111] Connection refused'],
        ['OSError', '[WinError 10061] No connection could be made because the target machine actively refused it'],
        ['*net.OpError', 'dial tcp 127.0.0.1:1: connect: connection refused'],
        ['error', 'Post "http://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused'],
        ['java.net.ConnectException', 'Connection refused'],
        [
          'Error',
          'called `Result::unwrap()` on an `Err` value: Os { code: 111, kind: ConnectionRefused, message: "" }',
        ],
        ['Error', 'Connection refused (os error 111)'],
        ['Error', 'Connecting to 127.0.0.1:1... failed: Connection refused.'],
      ],
    ],
    [
      'EACCES',
      [
        ['Error', "EACCES: permission denied, open '/etc/shadow'"],
        ['PermissionError', "[Errno 13] Permission denied: '/etc/shadow'"],
        ['*fs.PathError', 'open /etc/shadow: permission denied'],
        ['Errno::EACCES', 'Permission denied @ rb_sysopen - /etc/shadow'],
        ['java.io.FileNotFoundException', '/etc/shadow (Permission denied)'],
        ['ErrorException', 'file_get_contents(/etc/shadow): Failed to open stream: Permission denied'],
        ['Error', '/bin/sh: 1: ./run: Permission denied'],
        ['Error', 'spawnSync ./run EACCES'],
        ['Error', 'Cannot open orders.csv: Permission denied at load.pl line 3.'],
      ],
    ],
    [
      'ER_ACCESS_DENIED_ERROR',
      [
        ['Error', "ER_ACCESS_DENIED_ERROR: Access denied for user 'app'"],
        ['Error', "ERROR 1045 (28000): Access denied for user 'app'"],
        ['OperationalError', '(1045, "Access denied for user \'app\'")'],
        ['PDOException', "SQLSTATE[HY000] [1045] Access denied for user 'app'"],
        ['*mysql.MySQLError', "Error 1045 (28000): Access denied for user 'app'"],
      ],
    ],
    [
      'curl 51',
      [
        ['Error', 'curl: (51) SSL: no alternative certificate subject name matches target host name'],
        ['CalledProcessError', "Command '['curl', '-f', 'https://x.test']' returned non-zero exit status 51."],
        ['Error', 'Command failed with exit code 51: curl https://x.test'],
      ],
    ],
    [
      'npm E404',
      [
        ['Error', 'npm ERR! code E404\nnpm ERR! 404 Not Found'],
        ['Error', 'npm warn old lockfile\nnpm error code E404\nnpm error 404 Not Found'],
      ],
    ],
    [
      'NoSuchKey',
      [
        ['botocore.exceptions.ClientError', 'An error occurred (NoSuchKey) when calling the GetObject operation: x'],
        [
          '*smithy.OperationError',
          'operation error S3: GetObject, https response error StatusCode: 404, api error NoSuchKey: x',
        ],
        [
          'AmazonS3Exception',
          'No such key. (Service: Amazon S3; Status Code: 404; Error Code: NoSuchKey; Request ID: X)',
        ],
      ],
    ],
    ['HTTP 404', [['ClientError', 'An error occurred (404) when calling the HeadObject operation: Not Found']]],
    [
      'Mongo NamespaceNotFound',
      [
        ['com.mongodb.MongoCommandException', "Command failed with error 26 (NamespaceNotFound): 'ns not found'"],
        ['OperationFailure', "ns not found, full error: {'code': 26, 'codeName': 'NamespaceNotFound'}"],
        ['mongo.CommandError', '(NamespaceNotFound) ns not found'],
      ],
    ],
    [
      'SQLSTATE 23505',
      [
        ['psycopg2.errors.UniqueViolation', 'duplicate key value'],
        ['asyncpg.exceptions.UniqueViolationError', 'duplicate key value'],
        ['PG::UniqueViolation', 'ERROR:  duplicate key value'],
        ['sqlx::Error', 'Database(PgDatabaseError { severity: Error, code: "23505", message: "duplicate key value" })'],
      ],
    ],
    ['Kubernetes Forbidden', [['Error', 'Error from server (Forbidden): pods is forbidden']]],
    ['index_not_found_exception', [['ResponseError', 'index_not_found_exception: no such index [orders]']]],
    [
      'ClickHouse UNKNOWN_TABLE',
      [['ClickHouseError', 'Code: 60. DB::Exception: Table x is not there. (UNKNOWN_TABLE)']],
    ],
    ['E0382', [['Error', 'error[E0382]: borrow of moved value: `cart`']]],
    ['CS0103', [['Error', "Cart.cs(3,5): error CS0103: The name 'x' does not exist in the current context"]]],
    [
      'gRPC UNAVAILABLE',
      [
        ['Error', '14 UNAVAILABLE: No connection established'],
        ['error', 'rpc error: code = Unavailable desc = connection error'],
        ['_InactiveRpcError', '<_InactiveRpcError of RPC that terminated with: status = StatusCode.UNAVAILABLE'],
        ['io.grpc.StatusRuntimeException', 'UNAVAILABLE: io exception'],
      ],
    ],
    [
      'HTTP 404',
      [
        ['AxiosError', 'Request failed with status code 404'],
        ['HTTPError', 'Request failed with status code 404 (Not Found): GET http://127.0.0.1/x'],
      ],
    ],
    [
      'SQLSTATE 23505',
      [
        ['Npgsql.PostgresException', '23505: duplicate key value violates unique constraint "u"'],
        ['PDOException', 'SQLSTATE[23505]: Unique violation: 7 ERROR:  duplicate key value'],
        ['ERROR', 'duplicate key value violates unique constraint "u" (SQLSTATE 23505)'],
      ],
    ],
    [
      'exit 137',
      [
        ['Error', 'Command failed with exit code 137: node build.js'],
        ['CalledProcessError', "Command '['build']' returned non-zero exit status 137."],
      ],
    ],
    ['React 418', [['Error', 'Minified React error #418; visit https://react.dev/errors/418']]],
    ['curl 7', [['Error', 'curl: (7) Failed to connect to 127.0.0.1 port 3944']]],
    ['signal SIGKILL', [['CalledProcessError', "Command '['x']' died with <Signals.SIGKILL: 9>."]]],
    [
      'ERR_X',
      [
        ['TypeError [ERR_X]', 'm'],
        ['Error', 'TypeError [ERR_X]: m'],
      ],
    ],
  ];

  for (const [code, forms] of SAME) {
    it(`are written ${code} whoever wrote them`, () => {
      for (const [type, message] of forms) {
        assert.ok(codes(type, message).includes(code), `${type}: ${message} gives ${codes(type, message).join(', ')}`);
      }
    });
  }

  it('are those of the event first, and mean what its class says', () => {
    assert.deepEqual(codes('error', 'relation "a" does not exist', '42P01'), ['42P01', 'SQLSTATE 42P01']);
    assert.deepEqual(codes('MongoServerError', 'WriteConflict', '112'), ['112', 'Mongo WriteConflict']);
    assert.deepEqual(codes('Error', 'Table is gone', '1146'), ['1146', 'ER_NO_SUCH_TABLE']);
    assert.ok(codes('HTTPError', 'Not Found', '404').includes('HTTP 404'));
    assert.ok(!codes('Error', 'Order is gone', '404').includes('HTTP 404'));
  });

  it('are none where a person wrote the words', () => {
    for (const message of [
      'Terrace: permission denied',
      'Train: connection refused',
      'Order 404 not found',
      'Broken pipe reported at Main Street 5',
      'Directory entry missing for employee 404',
      'ENOENTRY: gate closed',
      'Paragraph 14 UNAVAILABLE today',
    ]) {
      assert.deepEqual(codes('Error', message), [], message);
    }
  });

  it(`are at most ${EXPLAIN_CODES_MAX}, of which errnos at most ${EXPLAIN_ERRNO_FINDS_MAX} of each form are looked at`, () => {
    const many = 'EACCES EBUSY ENOENT EPIPE EIO EROFS EXDEV EPERM EMFILE ENFILE EFBIG ELOOP EAGAIN';
    const message = many
      .split(' ')
      .map((name) => `open: ${name}`)
      .join(', ');
    const found = codes('Error', message);
    assert.deepEqual(found, many.split(' ').slice(0, EXPLAIN_ERRNO_FINDS_MAX));
    assert.equal(
      codes('Error', `P2002 ORA-00942 E11000 ERR_X SQLITE_FULL (42P01) \`x\` HTTP 404 ${message}`).length,
      EXPLAIN_CODES_MAX,
    );
  });

  it(`of more than ${EXPLAIN_CODE_CHARS_MAX} characters in the field of the event are none`, () => {
    assert.deepEqual(codes('Error', 'm', 'X'.repeat(EXPLAIN_CODE_CHARS_MAX)).length, 1);
    assert.deepEqual(codes('Error', 'm', 'X'.repeat(EXPLAIN_CODE_CHARS_MAX + 1)), []);
  });
});

describe('what stands in front of a message', () => {
  it('is taken off, and the most telling class is kept as it was written', () => {
    const told = (type: string, message: string): readonly [string | null, string] => {
      const { className, bare } = stripPrefixes(type, message);
      return [className, bare];
    };
    assert.deepEqual(told('java.io.IOException', 'x'), ['java.io.IOException', 'x']);
    assert.deepEqual(told('*url.Error', 'x'), ['url.Error', 'x']);
    assert.deepEqual(told('Illuminate\\Database\\QueryException', 'x'), ['Illuminate\\Database\\QueryException', 'x']);
    assert.deepEqual(told('Error', 'Uncaught Error: TypeError: x'), ['TypeError', 'x']);
    assert.deepEqual(told('IntegrityError', '(psycopg2.errors.UniqueViolation) x'), [
      'psycopg2.errors.UniqueViolation',
      'x',
    ]);
    assert.deepEqual(told('ActiveRecord::RecordNotUnique', 'PG::UniqueViolation: ERROR:  x'), [
      'PG::UniqueViolation',
      'x',
    ]);
    assert.deepEqual(told('two words here', 'x'), [null, 'x']);
  });

  it(`is taken off ${EXPLAIN_PREFIXES_MAX} times at most`, () => {
    assert.equal(stripPrefixes('Error', `${'Error: '.repeat(EXPLAIN_PREFIXES_MAX)}x`).bare, 'x');
    assert.equal(stripPrefixes('Error', `${'Error: '.repeat(EXPLAIN_PREFIXES_MAX + 1)}x`).bare, 'Error: x');
  });
});
