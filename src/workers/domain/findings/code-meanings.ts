// What a code alone says, where no message says it: numbers and names that systems give to their errors.

import { type Finding, type FindingFacts, toFinding } from './finding.js';

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'a connection was refused'],
  ['ECONNRESET', 'the other end closed the connection'],
  ['ECONNABORTED', 'a connection was given up'],
  ['ETIMEDOUT', 'a time limit ran out'],
  ['ENOTFOUND', 'a host name has no address'],
  ['EAI_AGAIN', 'the address of a host was not to be had at that time'],
  ['EADDRINUSE', 'the port is in use'],
  ['EHOSTUNREACH', 'no way leads to the host'],
  ['ENETUNREACH', 'no way leads to the network'],
  ['EPIPE', 'the other end no longer reads'],
  ['ENOENT', 'a file or folder is not there'],
  ['EACCES', 'access was not allowed'],
  ['EPERM', 'the operation was not allowed'],
  ['EMFILE', 'the process has too many files open'],
  ['ENOSPC', 'no space is left'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the time limit for connecting ran out'],
  ['UND_ERR_HEADERS_TIMEOUT', 'the time limit for the head of the answer ran out'],
  ['UND_ERR_SOCKET', 'the other end closed the connection'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is signed by itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'a certificate in the chain is signed by itself'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'who signed the certificate is not known here'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['23502', 'a column that must have a value got none'],
  ['23503', 'a row refers to one that is not there'],
  ['23505', 'a value that must come once is there already'],
  ['28P01', 'the password was wrong'],
  ['40001', 'two transactions got in the way of each other'],
  ['40P01', 'two transactions waited for each other'],
  ['42501', 'the user of the connection lacks a right'],
  ['42703', 'a column is not there'],
  ['42P01', 'a table is not there'],
  ['53300', 'the server has no connection left'],
  ['57014', 'the query was cancelled'],
]);

/** Of the innermost code that is known, unless a message names it. Null where there is none. */
export function findCode({ message, code, causes }: FindingFacts): Finding | null {
  const told = [...causes].reverse().concat({ message, ...(code === undefined ? null : { code }) });
  const known = told.find((one) => one.code !== undefined && MEANINGS.has(one.code));
  if (known?.code === undefined || told.some(({ message: text }) => text?.includes(known.code ?? '') ?? false))
    return null;
  const words = { words: known.code, shownBy: 'code', text: known.code } as const;
  return toFinding(['the code ', words, ` means that ${MEANINGS.get(known.code) ?? ''}`]);
}
