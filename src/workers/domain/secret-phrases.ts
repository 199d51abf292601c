// Names that are no words of the contract and hold secrets all the same: `client_secret`, `dbPassword`, `X-Csrf-Token`.

import { KNOWN_NAME_CHARS_MAX, KNOWN_NAMES_MAX, TEXT_NAME_CHARS_MAX } from '../../limits.js';
import { openBoundedCache } from './bounded-cache.js';
import { isSecretHeaderName, isSecretName, toLastPart } from './secret-names.js';

/** True for a name of the contract, and for one whose words end in what is usually secret. */
export function isDefaultSecretName(name: string): boolean {
  return knownNames.get(name) ?? lookUp(name);
}

function lookUp(name: string): boolean {
  const isSecret = isSecretName(name) || isSecretName(toLastPart(name)) || endsInSecretPhrase(name);
  return name.length <= KNOWN_NAME_CHARS_MAX ? knownNames.set(name, isSecret) : isSecret;
}

/** True for the headers of the contract, and for secret names with a hyphen, as headers have them. */
export function isDefaultSecretHeaderName(name: string): boolean {
  return isSecretHeaderName(name) || (name.includes('-') && isDefaultSecretName(name));
}

const knownNames = openBoundedCache<string, boolean>(KNOWN_NAMES_MAX);

/** Written together: the last one to four words of a name are compared with them. */
const PHRASES: ReadonlySet<string> = new Set(
  (
    'password passwords passwd pwd passphrase passcode secret secrets secretkey privatekey apikey apikeys apisecret accesskey ' +
    'accesskeyid sharedkey accountkey signingkey encryptionkey masterkey servicerolekey ' +
    'sshkey deploykey licensekey hmackey jwtkey sessionkey authkey ' +
    'idtoken accesstoken refreshtoken authtoken oauthtoken bearertoken sessiontoken securitytoken csrftoken xsrftoken ' +
    'apitoken bottoken usertoken resettoken verificationtoken confirmationtoken invitetoken logintoken magictoken ' +
    'devicetoken pushtoken persontoken personalaccesstoken deploytoken npmtoken githubtoken gitlabtoken slacktoken ' +
    'jwttoken jwt bearer csrf xsrf requestverificationtoken ' +
    'authorization authheader session sessionid phpsessid jsessionid connectsid ' +
    'credential credentials clientassertion codeverifier samlresponse xamzsignature xamzcredential ' +
    'pgpassword mysqlpwd dbpass dbpassword dbpasswd userpass userpassword clientsecret ' +
    'otp totp otpcode onetimepassword recoverycode recoverycodes backupcodes mfacode securitycode pincode ' +
    'creditcard creditcardnumber cardnumber cvv cvc cvn ssn ccnumber socialsecuritynumber ssnumber ' +
    'connectionstring sastoken'
  ).split(' '),
);

/** Words behind a phrase that leave it what it is: `password_confirmation`, `SECRET_KEY_BASE`, `apiKey2`. */
const TRAILING_WORDS: ReadonlySet<string> = new Set(
  (
    'confirmation confirm confirmed repeat again old new current previous value raw plain plaintext text hash hashed ' +
    'digest encrypted base b64 base64 prod production staging dev test live local backup primary secondary'
  ).split(' '),
);

/** Words in front that make it a question or a switch: `hasPassword`, `showSecret`, `requiresAuthorization`. */
const LEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'has is are show hide can should need needs require requires required use uses allow allows enable enabled disable ' +
    'disabled forgot no missing without validate verify check max min'
  ).split(' '),
);

function endsInSecretPhrase(name: string): boolean {
  // What is secret stands at the end of a name.
  const words = toWords(name.slice(-TEXT_NAME_CHARS_MAX));
  while (words.length > 1 && isTrailing(words.at(-1) ?? '')) words.pop();
  const [first = ''] = words;
  if (words.length > 1 && LEADING_WORDS.has(first)) return false;
  let phrase = '';
  for (let back = 1; back <= Math.min(words.length, PHRASE_WORDS_MAX); back++) {
    phrase = (words.at(-back) ?? '') + phrase;
    if (PHRASES.has(phrase) && isWholeWhereNeeded(phrase, words)) return true;
  }
  return false;
}

const PHRASE_WORDS_MAX = 4;

/** `session` and `csrf` end the names of other things too: of a page, of a check. */
function isWholeWhereNeeded(phrase: string, words: readonly string[]): boolean {
  return !WHOLE_PHRASES.has(phrase) || words.join('') === phrase;
}

const WHOLE_PHRASES: ReadonlySet<string> = new Set(['session', 'csrf', 'xsrf', 'bearer']);

function isTrailing(word: string): boolean {
  return TRAILING_WORDS.has(word) || /^\d{1,4}$/.test(word);
}

/** `dbPassword`, `DB_PASSWORD`, `db-password`, `DBPassword` are `db password`. */
function toWords(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
