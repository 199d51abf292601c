import assert from 'node:assert/strict';
import { KNOWN_NAMES_MAX, TEXT_NAME_CHARS_MAX } from '../../../src/limits.js';
import { isDefaultSecretHeaderName, isDefaultSecretName } from '../../../src/workers/domain/secret-phrases.js';

const SECRET_NAMES = [
  ...['client_secret', 'clientSecret', 'CLIENT_SECRET', 'client-secret', 'stripeWebhookSecret', 'secrets', 'secretKey'],
  ...[
    'pwd',
    'userPwd',
    'MYSQL_PWD',
    'db_password',
    'DB_PASSWORD',
    'dbPassword',
    'PGPASSWORD',
    'newPassword',
    'password2',
  ],
  ...['password_confirmation', 'passwordConfirm', 'password_hash', 'encryptedPassword', 'passwords', 'passphrase'],
  ...['private_key', 'privateKey', 'PRIVATE-KEY', 'sshPrivateKey', 'signingKey', 'SECRET_KEY_PROD', 'service_role_key'],
  ...['id_token', 'idToken', 'oauth_token', 'OAuthToken', 'authToken', 'csrfToken', 'x-csrf-token', 'X-XSRF-TOKEN'],
  ...[
    'session_token',
    'sessionToken',
    'session',
    'sessionId',
    'session_id',
    'userSessionId',
    'JSESSIONID',
    'connect.sid',
  ],
  ...[
    'githubToken',
    'NPM_TOKEN',
    'personal_access_token',
    'apiToken',
    'slack_bot_token',
    'bearerToken',
    'bearer',
    'jwt',
  ],
  ...['proxy-authorization', 'Proxy-Authorization', 'x-amz-security-token', 'x-goog-api-key', 'openaiApiKey'],
  ...['http.request.header.cookie', 'http.response.header.set-cookie', 'app.token', 'user.ssn'],
  ...['STRIPE_API_KEY', 'google.api.key', 'aws_access_key_id', 'AWS_SECRET_ACCESS_KEY', 'credentials', 'dbCredentials'],
  ...[
    'otp',
    'recoveryCodes',
    'creditCardNumber',
    'card_number',
    'cvv2',
    'connectionString',
    'spring.datasource.password',
  ],
];

const OTHER_NAMES = [
  ...[
    'tokenCount',
    'token.count',
    'http.request.header.cookie.size',
    'passwordHint',
    'mytoken',
    'secretary',
    'cookies',
    'x-token',
    'pass',
    'tokens',
    'nextToken',
    'pageToken',
  ],
  ...[
    'passwordLength',
    'passwordPolicy',
    'passwordResetUrl',
    'password_changed_at',
    'password_expires',
    'passwordStrength',
  ],
  ...[
    'secretName',
    'secretVersion',
    'secretType',
    'apiKeyName',
    'apiKeyCount',
    'accessTokenUrl',
    'access_token_expires_at',
  ],
  ...['tokenType', 'token_limit', 'idTokenHint', 'hasPassword', 'isSecret', 'showPassword', 'requiresAuthorization'],
  ...[
    'sessionCount',
    'sessionDuration',
    'checkoutSession',
    'sessions',
    'sessionExpired',
    'author',
    'authorizationUrl',
    'auth',
  ],
  ...[
    'key',
    'keys',
    'keyboard',
    'primaryKey',
    'foreignKey',
    'publicKey',
    'cacheKey',
    'storageKey',
    'partitionKey',
    'sortKey',
  ],
  ...[
    'monkey',
    'passenger',
    'compass',
    'bypass',
    'description',
    'cardType',
    'cardCount',
    'pinned',
    'hotpot',
    'optional',
  ],
  ...['', '-', '_', '1', 'name', 'value', 'url', 'type'],
];

describe('names of secrets beyond the list of the contract', () => {
  for (const name of SECRET_NAMES) {
    it(`include ${name}`, () => {
      assert.equal(isDefaultSecretName(name), true);
    });
  }

  for (const name of OTHER_NAMES) {
    it(`do not include ${JSON.stringify(name)}`, () => {
      assert.equal(isDefaultSecretName(name), false);
    });
  }

  it('are headers when they have a hyphen', () => {
    for (const name of ['Proxy-Authorization', 'x-csrf-token', 'Authorization', 'Cookie']) {
      assert.equal(isDefaultSecretHeaderName(name), true);
    }
    for (const name of ['password', 'client_secret', 'Accept-Language', 'x-token']) {
      assert.equal(isDefaultSecretHeaderName(name), false);
    }
  });

  it('are judged by their last characters when they are too long', () => {
    const question = (length: number): string => `has_${'x'.repeat(length - 'has__password'.length)}_password`;
    assert.equal(question(TEXT_NAME_CHARS_MAX).length, TEXT_NAME_CHARS_MAX);
    assert.equal(isDefaultSecretName(question(TEXT_NAME_CHARS_MAX)), false);
    assert.equal(isDefaultSecretName(question(TEXT_NAME_CHARS_MAX + 1)), true);
    assert.equal(isDefaultSecretName(`${'a_'.repeat(80)}password`), true);
    assert.equal(isDefaultSecretName(`password${'_old'.repeat(30)}`), true);
    assert.equal(isDefaultSecretName(`${'a_'.repeat(80)}count`), false);
  });

  it('say the same of a name that was asked before, and of names that are too long to be remembered', () => {
    const long = `${'a_'.repeat(40)}password`;
    for (let time = 0; time < 3; time++) {
      assert.equal(isDefaultSecretName('client_secret'), true);
      assert.equal(isDefaultSecretName('clientName'), false);
      assert.equal(isDefaultSecretName(long), true);
    }
  });

  it('survive more names than are remembered', () => {
    for (let index = 0; index < 2 * KNOWN_NAMES_MAX; index++)
      assert.equal(isDefaultSecretName(`field${index}x`), false);
    assert.equal(isDefaultSecretName('client_secret'), true);
  });
});
