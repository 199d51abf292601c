import assert from 'node:assert/strict';
import { normalizeLog, normalizeRequest, normalizeSite } from '../../../src/workers/domain/normalize.js';
import { redactLog, redactRequest } from '../../../src/workers/domain/redact.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
const SECRET = 'hunter2-planted';

function messageOf(message: string): string {
  return redactSite(normalizeSite({ type: 'Error', message })).message;
}

function noteOf(note: string): unknown {
  const { extra } = redactLog(normalizeLog({ level: 'info', message: 'm', extra: { note } }, FACTS));
  return (extra as { note: unknown }).note;
}

function requestOf(url: string, requestBody: string): { url: string; body: string } {
  const request = redactRequest(normalizeRequest({ method: 'GET', url, requestBody }, FACTS));
  return { url: request.url, body: request.requestBody?.text ?? '' };
}

type Places = Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** Redacted in messages, in texts of contexts and in bodies, to the same text. */
const EVERYWHERE: Places = {
  'numbers, arrays and objects behind names in sentences': [
    ['login failed token: 12345', 'login failed token: [Redacted]'],
    ['token: 12345', 'token: [Redacted]'],
    [`sent password: ${SECRET} twice`, 'sent password: [Redacted] twice'],
    ['with secret: ["a1","b2"] and', 'with secret: [Redacted] and'],
    ['wrong cvv: 123, try again', 'wrong cvv: [Redacted], try again'],
    ['(ssn: 123-45-6789)', '(ssn: [Redacted])'],
  ],
  'numbers, arrays and objects in JSON and printed objects inside a text': [
    ['body {"password": ["a","b"]} x', 'body {"password": "[Redacted]"} x'],
    ['got {"secret":{"a":1}} done', 'got {"secret":"[Redacted]"} done'],
    ['got {"token":12345,"a":1}', 'got {"token":"[Redacted]","a":1}'],
    ['got {"token":-1.5e3,"a":1}', 'got {"token":"[Redacted]","a":1}'],
    ['got {"apiKey":null}', 'got {"apiKey":"[Redacted]"}'],
    [`got { token: 12345, a: { secret: ['${SECRET}'] } }`, 'got { token: [Redacted], a: { secret: [Redacted] } }'],
    [`got {'password': ['${SECRET}', "x"], 'a': 1}`, "got {'password': '[Redacted]', 'a': 1}"],
    [`cut {"secret":{"a":["${SECRET}`, 'cut {"secret":"[Redacted]"'],
  ],
  'passwords of URLs with marks in them that end a host': [
    ['postgres://u:p/a#b?c@host/db', 'postgres://u:[Redacted]@host/db'],
    ['mysql://root:pa?ss@h:3306/x failed', 'mysql://root:[Redacted]@h:3306/x failed'],
    ['redis://:a#b@cache/0', 'redis://:[Redacted]@cache/0'],
    ['at "amqp://u:a/b@c@h"', 'at "amqp://u:[Redacted]@h"'],
  ],
  'parts of forms whose names stand without quotation marks, on a line of their own or further down': [
    [
      `--b\r\nContent-Disposition: form-data; name=password\r\n\r\n${SECRET}\r\n--b--`,
      '--b\r\nContent-Disposition: form-data; name=password\r\n\r\n[Redacted]\r\n--b--',
    ],
    [
      `--b\r\nContent-Disposition: form-data;\r\n name="password"\r\nContent-Type: text/plain\r\n\r\n${SECRET}\r\n--b--`,
      '--b\r\nContent-Disposition: form-data;\r\n name="password"\r\nContent-Type: text/plain\r\n\r\n[Redacted]\r\n--b--',
    ],
    [
      `--b\nContent-Disposition: form-data; name=a\n\n1\n--b\nContent-Disposition: form-data; name=token\n\n${SECRET}`,
      '--b\nContent-Disposition: form-data; name=a\n\n1\n--b\nContent-Disposition: form-data; name=token\n\n[Redacted]',
    ],
  ],
  'headers that go on in the next line': [
    [`Host: h\r\nAuthorization: Bearer\r\n ${SECRET}\r\nA: b`, 'Host: h\r\nAuthorization: [Redacted]\r\nA: b'],
    [`Host: h\nCookie: a=1;\n\tb=${SECRET};\n  c=${SECRET}\nA: b`, 'Host: h\nCookie: [Redacted]\nA: b'],
    [`X-Api-Key: abc\n ${SECRET}`, 'X-Api-Key: [Redacted]'],
  ],
  'names and URLs that are percent-encoded, once, twice and three times': [
    [`/x?%2570assword=${SECRET}&a=1`, '/x?%2570assword=[Redacted]&a=1'],
    [`/x?to=https%3A%2F%2Fx%2F%3Ftoken%3D${SECRET}&a=1`, '/x?to=https%3A%2F%2Fx%2F%3Ftoken%3D[Redacted]&a=1'],
    [
      `/x?to=https%253A%252F%252Fx%252F%253Ftoken%253D${SECRET}%2526b%253D1%26c%3D1&a=1`,
      '/x?to=https%253A%252F%252Fx%252F%253Ftoken%253D[Redacted]%2526b%253D1%26c%3D1&a=1',
    ],
    [`/x?to=%25252Fy%25253Ftoken%25253D${SECRET}%25252526a&a=1`, '/x?to=%25252Fy%25253Ftoken%25253D[Redacted]&a=1'],
    [`/x?user[password][]=${SECRET}&a=1`, '/x?user[password][]=[Redacted]&a=1'],
    [`/x?token[0]=${SECRET}&a=1`, '/x?token[0]=[Redacted]&a=1'],
  ],
  'command lines': [
    [`run tool --password ${SECRET} --x`, 'run tool --password [Redacted] --x'],
    [`run tool --api-key "${SECRET} x" y`, 'run tool --api-key [Redacted] y'],
    [`run tool -token ${SECRET}`, 'run tool -token [Redacted]'],
    [`run mysql -u root -p${SECRET} shop`, 'run mysql -u root -p[Redacted] shop'],
    [`run sshpass -p ${SECRET} ssh h`, 'run sshpass -p [Redacted] ssh h'],
    [`run curl -u ann:${SECRET} http://h`, 'run curl -u ann:[Redacted] http://h'],
    [`run curl -H 'Cookie: a=${SECRET}' http://h`, "run curl -H 'Cookie: [Redacted]' http://h"],
  ],
  'schemes of authentication': [
    ['sent Bearer abcdef123456 to h', 'sent Bearer [Redacted] to h'],
    ['sent bearer abcdefghijklmnopqrstuvwxyz to h', 'sent bearer [Redacted] to h'],
    ['sent Basic YW5uOmh1bnRlcjI= to h', 'sent Basic [Redacted] to h'],
  ],
};

/** In a sentence a value ends with its word; a text of a context or a body is a form or a header, and ends later. */
const IN_MESSAGES: Places = {
  'assignments and headers in a sentence': [
    [`with password=${SECRET}, retry`, 'with password=[Redacted], retry'],
    [`with password="a b ${SECRET}" x`, 'with password="[Redacted]" x'],
    [`PGPASSWORD=${SECRET} psql -h db`, 'PGPASSWORD=[Redacted] psql -h db'],
    [`level=warn token=${SECRET} user=ann`, 'level=warn token=[Redacted] user=ann'],
    [`const token = "${SECRET}";`, 'const token = "[Redacted]";'],
    [`Authorization: Bearer ${SECRET}`, 'Authorization: Bearer [Redacted]'],
    [`got Authorization: Basic ${SECRET} x`, 'got Authorization: Basic [Redacted] x'],
    [`got Cookie: sid=${SECRET}; a=b`, 'got Cookie: [Redacted]'],
    [`got x-api-key: ${SECRET} x`, 'got x-api-key: [Redacted] x'],
  ],
};

describe('places of secrets', () => {
  for (const [name, texts] of Object.entries(EVERYWHERE)) {
    it(`include ${name}`, () => {
      for (const [text, expected] of texts) {
        assert.equal(messageOf(text), expected);
        assert.equal(noteOf(text), expected);
        assert.equal(requestOf('/', text).body, expected);
        assert.equal(messageOf(expected), expected);
      }
    });
  }

  for (const [name, texts] of Object.entries(IN_MESSAGES)) {
    it(`include ${name}`, () => {
      for (const [text, expected] of texts) {
        assert.equal(messageOf(text), expected);
        assert.equal(messageOf(expected), expected);
        for (const kept of [noteOf(text), requestOf('/', text).body]) assert.doesNotMatch(String(kept), /hunter2/);
      }
    });
  }

  it('include URLs of requests in every encoding', () => {
    for (const [text, expected] of EVERYWHERE['names and URLs that are percent-encoded, once, twice and three times'] ??
      []) {
      assert.equal(requestOf(text, '').url, expected);
    }
  });

  it('do not include ports, nor the pages of a path with an @', () => {
    for (const text of [
      'http://localhost:3000/@vite/client',
      'http://[::1]:3000/@vite/client',
      'http://localhost:${port}/@vite/client',
      'ssh://git@github.com:org/repo@v1',
      'file:///C:/Users/ann/a@b.txt',
    ]) {
      assert.equal(messageOf(text), text);
    }
  });
});
