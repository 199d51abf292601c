import type { Pattern } from '../pattern.js';

export const TLS_AND_CRYPTO: Pattern = {
  id: 'tls-and-crypto',
  title: 'TLS certificate or cryptography problem',
  text: 'A cryptographic operation failed: the algorithm is not supported here, or a key, certificate or other input does not have the format or length in bytes that the algorithm needs.',
  suggestion:
    'Check the name of the algorithm and the format and length of the key, and that both sides use the same ones.',
  examples: [
    'certificate has expired',
    'self-signed certificate in certificate chain',
    'error:1E08010C:DECODER routines::unsupported',
    'Invalid initialization vector',
  ],
  counterexamples: ['Certificate has expired: first aid of A. Jones', 'Key length of the piano keyboard is wrong'],
  signs: { classes: ['GeneralSecurityException', 'OpenSSLError', 'CipherError'] },
  otherSigns: [{ classes: ['CryptographicException'], isLast: true }],
  match: [
    /(?:^|: )(?:certificate (?:has expired|is not yet valid|is not trusted|revoked|rejected|signature failure)|unable to (?:verify the first|get (?:local )?issuer|get) certificate|self[- ]signed certificate|unable to get (?:local )?issuer|unsupported certificate purpose|invalid CA certificate|certificate chain too long)/,
    /(?:^|: )Hostname\/IP does not match certificate's altnames| routines:[\w ]{0,60}:|\berror:[0-9A-F]{8}:|\b(?:tlsv1(?:\.\d)? alert|sslv3 alert|ssl3_get_record|unsafe legacy renegotiation|alert handshake failure|wrong version number)\b|(?:^|: )Client network socket disconnected before secure TLS connection|(?:^|: )x509: |(?:^|: )(?:(?:dh|ee|ca) (?:key|md) too (?:small|weak)|no ciphers available|no shared cipher|Missing PFX or certificate|mac verify failure|not enough data$|header too long$|no cipher match)/,
    /^(?:An SSL error has occurred and a secure|The certificate for this server is invalid|TLS handshake (?:failed|timeout|error)|tls: |remote error: tls:|http: server gave HTTP response to HTTPS client)|^(?:bad decrypt|wrong final block length|data not multiple of block length|Unsupported state or unable to authenticate data|unable to authenticate data|oaep decoding error|data too large for (?:key size|modulus)|bad base64 decode|no start line|wrong tag|unsupported)(?=$|\n)/,
    /(?:^|: )Invalid (?:key length|IV length|initialization vector|authentication tag(?: length)?: ?\S*|authentication tag|cipher|auth tag|RSA|private key|public key|PEM(?: formatted)?|digest|hmac|curve name|nonce|HMAC|JWK|PKCS)(?=$|\n|: |\s(?:data|object|message|key|format|EC|encoding))/i,
    /^(?:Unknown cipher|Digest method not supported|Invalid digest: |Unknown digest|Failed to read (?:private|public) key|Unsupported (?:key|algorithm|cipher|digest|PKCS|crypto)|Passphrase required for encrypted key|Input buffers must have the same byte length|Digest already called|Malformed UTF-8 data|Too few bytes to parse DER|Cannot read (?:public|private) key|Key is of (?:wrong|the wrong) type|interrupted or cancelled|Incorrect (?:key|data) length|Attempting to (?:set auth tag|call getAuthTag)|Invalid state for operation|error in crypto|Failed to decrypt|Decryption failed|Unable to (?:decrypt|parse) (?:data|key|PEM|certificate))/,
    /(?:^|: )(?:crypto\.subtle (?:is undefined|is only available)|Cannot (?:encrypt|decrypt|sign) (?:with|using|data)|The (?:JWK|provided key|provided data|key) (?:is not of type|is too small|member was|does not support|did not match|usages)|(?:AES|HMAC|RSA|ECDSA) key (?:data|length|size) must)/,
    /^(?:bcrypt: |Key length must be|Private key (?:must|is)|PEM_read_bio|pbkdf2|scrypt)/i,
  ],
  matchTyped: [/^OperationError: (?:The operation failed for an operation-specific reason|Cipher job failed|$)/],
  cases: [
    {
      id: 'certificate-expired',
      signs: {
        codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_CERT_DATE_INVALID', 'CRL_HAS_EXPIRED'],
        where: /expired|not yet valid|DATE_INVALID/i,
        classes: [
          'SSLCertVerificationError',
          'SSLError',
          'SSLHandshakeException',
          'SSLException',
          'AuthenticationException',
          'URLError',
          'ClientConnectorCertificateError',
          'CertificateExpiredException',
          'CertificateNotYetValidException',
        ],
        says: [
          'x509: certificate has expired or is not yet valid',
          'certificate verify failed: certificate has expired',
          '^SSL certificate problem: certificate has expired',
        ],
      },
      when: /expired|not yet valid|NOT_YET_VALID|DATE_INVALID/i,
      text: 'The TLS certificate of the server has expired (or is not valid yet), so the connection is not trusted.',
      suggestion:
        'Renew the certificate on the server and reload it, check that renewal runs by itself, and check the clock of this machine.',
      examples: [
        'certificate has expired',
        {
          message:
            'Get "https://x.example": x509: certificate has expired or is not yet valid: current time 2024-05-01T00:00:00Z is after 2024-04-01T00:00:00Z',
          type: '*url.Error',
          language: 'go',
        },
      ],
    },
    {
      id: 'certificate-name',
      signs: {
        codes: ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_CERT_COMMON_NAME_INVALID'],
        where:
          /altname|COMMON_NAME|valid for|[Hh]ostname mismatch|subject alternative|doesn't contain any IP SANs|cannot validate certificate|not verified|doesn't match/,
        classes: [
          'SSLCertVerificationError',
          'SSLError',
          'SSLHandshakeException',
          'SSLException',
          'AuthenticationException',
          'URLError',
          'ClientConnectorCertificateError',
          'SSLPeerUnverifiedException',
          'CertificateError',
        ],
        says: [
          /\bx509: certificate is (?:valid for|not valid for any names)|\bx509: cannot validate certificate for |\b(?:certificate is not valid for '|Hostname mismatch, certificate)|^No subject alternative (?:DNS )?names? /,
        ],
      },
      otherSigns: [{ codes: ['curl 51'] }],
      when: /altnames|ALTNAME|COMMON_NAME|certificate is not valid for|hostname mismatch/i,
      text: 'The TLS certificate does not match the host name that was called: it was issued for other names.',
      suggestion:
        'Call the server by a name in its certificate (not by IP address), or issue a certificate that includes this name.',
      examples: ["Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames"],
    },
    {
      id: 'password-salt',
      signs: {
        says: [/^(?:salt must be|Invalid salt(?: version|\.|$)|Invalid salt revision|Not a valid (?:BCrypt|salt))/],
        classes: ['InvalidHash', 'InvalidSalt', 'InvalidHashError', 'UnknownHashError', 'SaltParseException'],
      },
      text: 'The salt or stored hash of a password does not have the form that bcrypt (or another password hash) needs: it is empty, was cut off by a short column, is a plain password, or was made by another tool.',
      suggestion:
        'Look at the stored value (a bcrypt hash has 60 characters and begins with $2), let the library make the salt, and give hash() the number of rounds rather than a text.',
      examples: [
        'Invalid salt version: ab',
        { type: 'ValueError', message: 'Invalid salt', language: 'python' },
        { type: 'BCrypt::Errors::InvalidHash', message: 'invalid hash', language: 'ruby' },
      ],
    },
    {
      id: 'certificate-and-key',
      signs: { codes: ['ERR_OSSL_X509_KEY_VALUES_MISMATCH'] },
      when: ['key values mismatch', 'certificate routines'],
      text: 'The TLS certificate and the private key do not belong together: their key values do not match, or the certificate cannot be read.',
      suggestion:
        'Load the key the certificate was requested with, put the certificate of the server first in the chain file, and compare both with openssl.',
      examples: ['error:05800074:x509 certificate routines::key values mismatch'],
    },
    {
      id: 'certificate-not-trusted',
      signs: {
        codes: [
          'DEPTH_ZERO_SELF_SIGNED_CERT',
          'SELF_SIGNED_CERT_IN_CHAIN',
          'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
          'UNABLE_TO_GET_ISSUER_CERT',
          'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
          'CERT_UNTRUSTED',
          'CERT_SIGNATURE_FAILURE',
          'ERR_CERT_AUTHORITY_INVALID',
          'curl 60',
          'curl 77',
        ],
        where:
          /\bcert\w* (?:verify|signed|is (?:not trusted|invalid)|was rejected|problem|chain|path)|PKIX|issuer|certification path|AUTHORITY|first certificate|self[- ]signed|CERTIFICATE_VERIFY|UNTRUSTED|UnknownIssuer|CAfile/i,
        classes: [
          'SSLCertVerificationError',
          'SSLError',
          'SSLHandshakeException',
          'SSLException',
          'AuthenticationException',
          'URLError',
          'ClientConnectorCertificateError',
          'CertPathBuilderException',
          'CertPathValidatorException',
          'CertificateException',
          'UnknownAuthorityError',
        ],
        says: [
          /\bx509: certificate signed by unknown authority|\bunable to find valid certification path\b|\bPKIX path building failed\b|^The remote certificate (?:is invalid|was rejected)|^The SSL connection could not be established|\bCERTIFICATE_VERIFY_FAILED\b|\bcertificate verify failed\b|\binvalid peer certificate: /,
        ],
      },
      when: /self[- ]signed|SELF_SIGNED|issuer|first certificate|LEAF_SIGNATURE|AUTHORITY|UNKNOWN_ISSUER|CERTIFICATE_VERIFY|PKIX|x509|unknown ca|untrusted|not trusted/i,
      text: 'The TLS (SSL) certificate cannot be verified: it is self-signed, or its issuer is a private authority (CA) that is not trusted here, or the server does not send its intermediate certificates.',
      suggestion:
        'Let the server send the full chain, add a private CA to the trusted ones (CA file, trust store, NODE_EXTRA_CA_CERTS), and do not turn verification off.',
      examples: [
        'self-signed certificate in certificate chain',
        'unable to verify the first certificate',
        {
          type: 'ssl.SSLCertVerificationError',
          message:
            '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)',
          language: 'python',
        },
        {
          type: 'javax.net.ssl.SSLHandshakeException',
          message:
            'PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target',
          language: 'java',
        },
        {
          type: '*url.Error',
          message: 'Get "https://x.example": x509: certificate signed by unknown authority',
          language: 'go',
        },
        {
          type: 'System.Security.Authentication.AuthenticationException',
          message: 'The remote certificate is invalid because of errors in the certificate chain: PartialChain',
          language: 'dotnet',
        },
        'curl: (60) SSL certificate problem: unable to get local issuer certificate',
      ],
    },
    {
      id: 'plain-text',
      signs: {
        codes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_PROTOCOL_ERROR'],
        says: [
          /\bwrong version number\b|\bfirst record does not look like a TLS handshake\b|^Unrecognized SSL message, plaintext connection\?|^Unsupported or unrecognized SSL message|^http: server gave HTTP response to HTTPS client|: http: server gave HTTP response to HTTPS client/,
        ],
      },
      when: /wrong version|packet length|get_record|HTTP response to HTTPS|SSL_PROTOCOL/i,
      text: 'One side speaks TLS (SSL) and the other plain text. Usually an https URL points to a port that serves plain HTTP, or a proxy or mail port is used with the wrong TLS setting.',
      suggestion:
        'Use http:// for that port or the https port of the server, and check the protocol of proxy settings and the `secure` option.',
      examples: ['write EPROTO 805CCF312C7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:'],
    },
    {
      id: 'handshake',
      signs: {
        says: ['remote error: tls: '],
        saysAmongErrors: ['^The SSL connection could not be established'],
        codes: [
          'EPROTO',
          'ERR_SSL_*',
          'ERR_TLS_*',
          'ERR_CERT_*',
          'ERR_BAD_SSL_*',
          'CR_SSL_CONNECTION_ERROR',
          'curl 35',
          'curl 59',
        ],
        classes: [
          'SSLHandshakeException',
          'SSLException',
          'SSLProtocolException',
          'SSLError',
          'SSLZeroReturnError',
          'SSLEOFError',
          'AuthenticationException',
        ],
        where: /SSL|TLS|certificate|handshake|EPROTO|alert|Remote host|Authentication failed, see inner/i,
      },
      otherSigns: [{ libraries: ['go:tls'] }, { codes: ['P1011'] }],
      when: /alert|handshake|SSL routines|ERR_SSL|SSL_ERROR|EPROTO|cipher|renegotiation|secure TLS|TLS|too small|too weak|PFX|\bmd\b|CERT|[Cc]ertificate|SEC_ERROR|MOZILLA|SSL/,
      text: 'The TLS (SSL) handshake failed: the two sides share no protocol version or cipher, one of them refused the certificate, or the connection was closed during it.',
      suggestion:
        'Try the server with openssl s_client, bring the older side up to TLS 1.2 or later, send a client certificate if it wants one, and check the proxy in between.',
      examples: [
        'write EPROTO 807CEE4BC87F0000:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:',
      ],
    },
    {
      id: 'hash-used-up',
      signs: { codes: ['ERR_CRYPTO_HASH_FINALIZED', 'ERR_CRYPTO_INVALID_STATE', 'ERR_CRYPTO_HASH_UPDATE_FAILED'] },
      text: 'A hash, cipher or signature object was used after its end: digest() or final() was called already, and nothing can be added or read a second time.',
      suggestion:
        'Create a new object for each value (createHash and the like), call digest() or final() once, and copy() a hash before if you need its state between.',
      examples: [{ type: 'Error', message: 'Digest already called', code: 'ERR_CRYPTO_HASH_FINALIZED' }],
    },
    {
      id: 'key-length',
      signs: {
        codes: ['ERR_CRYPTO_INVALID_KEYLEN', 'ERR_CRYPTO_INVALID_IV'],
        classes: ['InvalidAlgorithmParameterException', 'KeySizeError'],
        says: [
          /^Invalid AES key length: \d|^crypto\/aes: invalid key size \d|^Incorrect (?:AES )?key length \(\d|^Invalid key size \(\d|^key must be \d{1,3} bytes$|^Specified key is not a valid size for this algorithm|^Fernet key must be 32 url-safe/,
        ],
      },
      when: /initialization vector|IV length|nonce|key length|key data|Key length|data length/i,
      text: 'The key or the initialization vector does not have the length in bytes that the cipher needs. AES-256 takes a key of 32 bytes, and an initialization vector of 16 (CBC) or 12 (GCM).',
      suggestion:
        'Decode key and vector from hex or base64 before use (a hex string is twice as long), and check their lengths in bytes.',
      examples: ['Invalid initialization vector'],
    },
    {
      id: 'data-too-large-for-key',
      signs: {
        codes: ['ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE', 'ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_MODULUS'],
        says: ['rsa routines::data too large for ', 'message too long for RSA ', '^Data must not be longer than '],
      },
      text: 'The data is too large (too long) for this RSA key: RSA encrypts fewer bytes than its key has, some 190 with a key of 2048 bits.',
      suggestion: 'Encrypt the data with a random AES key and only that key with RSA, or use a library that does both.',
      examples: [
        {
          type: 'Error',
          message: 'error:0200006E:rsa routines::data too large for key size',
          code: 'ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE',
        },
      ],
    },
    {
      id: 'not-decrypted',
      signs: {
        codes: [
          'ERR_OSSL_BAD_DECRYPT',
          'ERR_OSSL_EVP_BAD_DECRYPT',
          'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH',
          'ERR_OSSL_EVP_WRONG_FINAL_BLOCK_LENGTH',
        ],
        classes: [
          'InvalidMessage',
          'BadPaddingException',
          'AEADBadTagException',
          'IllegalBlockSizeException',
          'InvalidTag',
          'AuthenticationTagMismatchException',
          'DecryptException',
          'BadDecrypt',
        ],
        says: [
          /^Given final block not properly padded|^Padding is invalid and cannot be removed|^cipher: message authentication failed$|^crypto\/rsa: decryption error$|^The (?:payload is invalid|MAC is invalid)\.$|^The computed authentication tag did not match|^Padding is incorrect\.$/,
        ],
      },
      when: /decrypt|final block|multiple of block|authenticat|oaep|auth tag|wrong tag|Malformed UTF-8|Unsupported state|operation-specific|Cipher job|too large for/i,
      otherSigns: [{ says: ['^gpg: decryption failed', '^gpg: no valid OpenPGP data found'] }],
      text: 'The data could not be decrypted: it was encrypted with another key, vector or padding, was changed or cut off (its length is no multiple of the block), or its authentication tag is missing.',
      suggestion:
        'Check that both sides use the same key, algorithm and padding, and store and decode data, vector and tag in the same encoding.',
      examples: [
        {
          type: 'ActiveSupport::MessageEncryptor::InvalidMessage',
          message: 'ActiveSupport::MessageEncryptor::InvalidMessage',
          language: 'ruby',
        },
        'bad decrypt',
        {
          type: 'javax.crypto.BadPaddingException',
          message:
            'Given final block not properly padded. Such issues can arise if a bad key is used during decryption.',
          language: 'java',
        },
        {
          type: 'System.Security.Cryptography.CryptographicException',
          message: 'Padding is invalid and cannot be removed.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'key-encrypted',
      signs: {
        codes: [
          'ERR_MISSING_PASSPHRASE',
          'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED',
          'ERR_OSSL_BAD_PASSWORD_READ',
          'ERR_OSSL_PEM_BAD_PASSWORD_READ',
        ],
        says: [
          'libcrypto routines::interrupted or cancelled',
          'Password was not given but private key is encrypted',
          'Passphrase required for encrypted key',
          'Encrypted private key detected, but no passphrase given',
        ],
      },
      text: 'The private key is encrypted, and no passphrase (password) was given to read it.',
      suggestion:
        'Give the passphrase of the key (from a secret of this environment), or store the key decrypted in a place that only the service can read.',
      examples: [
        { type: 'TypeError', message: 'Passphrase required for encrypted key', code: 'ERR_MISSING_PASSPHRASE' },
      ],
    },
    {
      id: 'key-not-readable',
      signs: {
        codes: [
          'ERR_OSSL_UNSUPPORTED',
          'ERR_OSSL_PEM_*',
          'ERR_OSSL_ASN1_*',
          'ERR_OSSL_NO_START_LINE',
          'ERR_OSSL_CRYPTO_*',
          'ERR_CRYPTO_INVALID_JWK',
          'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
        ],
        classes: ['InvalidKeySpecException', 'UnrecoverableKeyException', 'PemException'],
        says: [
          /^Could not (?:read|find|open) (?:file or uri for loading )?(?:any )?(?:certificate|private key|public key|key|CRL)s?\b[^\n]{0,30} from \S|^[Uu]nable to load (?:certificate|private key|public key)\b(?! of)|^tls: failed to find any PEM data|^Could not deserialize key data|^Unable to load PEM file|^asn1: (?:structure|syntax) error|^Neither PUB key nor PRIV key/,
        ],
      },
      otherSigns: [
        { says: [' formatted string'], where: ['must be PKCS#8', 'must be SPKI', 'must be X.509'] },
        { says: ['cannot load certificate "', 'cannot load certificate key "'] },
        { says: ['^x509: malformed ', '^x509: failed to parse ', '^x509: invalid '], where: ['x509: '] },
        {
          says: [
            '^Invalid keystore format',
            'keystore password was incorrect',
            'Keystore was tampered with, or password was incorrect',
          ],
        },
        { libraries: ['go:x509', 'go:pem', 'go:asn1', 'go:pkcs12', 'go:rsa', 'php:openssl'] },
        { classes: ['KeyStoreException', 'CertificateParsingException'] },
      ],
      when: /DECODER|PEM|start line|private key|public key|base64 decode|DER|JWK|header too long|not enough data|wrong type|PKCS|asn1|Passphrase/i,
      text: 'The key or certificate could not be read: it is not in a supported PEM or DER format. Very often the newlines of a PEM key were lost on the way through an environment variable.',
      suggestion:
        'Restore the newlines (written as \\n there) or store the key as base64, check its BEGIN and END lines, and give the passphrase if it has one.',
      examples: ['error:1E08010C:DECODER routines::unsupported'],
    },
    {
      id: 'secure-context',
      when: ['subtle'],
      text: 'Web Crypto (crypto.subtle) exists only in secure contexts: on https pages and on localhost.',
      suggestion: 'Serve the page over https, also on test machines, and use localhost rather than an IP address.',
      examples: ['crypto.subtle is undefined'],
    },
    {
      id: 'algorithm-missing',
      signs: {
        codes: [
          'ERR_CRYPTO_INVALID_DIGEST',
          'ERR_CRYPTO_UNKNOWN_CIPHER',
          'ERR_CRYPTO_UNKNOWN_DH_GROUP',
          'ERR_CRYPTO_INVALID_CURVE',
        ],
        classes: [
          'NoSuchAlgorithmException',
          'NoSuchPaddingException',
          'NoSuchProviderException',
          'UnsupportedAlgorithm',
        ],
        says: [/^unsupported hash type \w/],
      },
      otherSigns: [{ says: ['^Unrecognized algorithm name$', '^Digest method not supported$'] }],
      text: 'The algorithm, cipher or digest named here does not exist in this crypto library: it is misspelled, or this version (of OpenSSL or the runtime) no longer supports it or leaves it out.',
      suggestion:
        'Check how the algorithm is written, list what is supported here, and move from old ones (md4, des, rc4) to current ones rather than turning them on again.',
      examples: [
        {
          type: 'java.security.NoSuchAlgorithmException',
          message: 'Cannot find any provider supporting AES/XYZ',
          language: 'java',
        },
        { type: 'ValueError', message: 'unsupported hash type md4', language: 'python' },
      ],
    },
    {
      id: 'token-not-decrypted',
      signs: { classes: ['InvalidToken'], libraries: ['cryptography.fernet'] },
      text: 'The encrypted token (Fernet) could not be decrypted: it was made with another key, was changed or cut off, or is older than its time to live.',
      suggestion:
        'Use the same key on both sides and after each deployment, keep old keys while their tokens live (MultiFernet), and check that the token was stored completely.',
      examples: [{ type: 'cryptography.fernet.InvalidToken', message: '', language: 'python' }],
    },
    {
      id: 'key-invalid',
      signs: {
        codes: ['ERR_OSSL_*', 'ERR_CRYPTO_*'],
        classes: ['InvalidKeyException', 'InvalidKey', 'SignatureException'],
      },
      otherSigns: [
        { says: ['The requested operation is not valid for the provided key', '^Unable to use this key to '] },
        { says: ['^Key for the '], where: [' algorithm must be '] },
        {
          says: [
            'secretOrPrivateKey must be ',
            'secretOrPublicKey must be ',
            'secretOrPrivateKey is not valid key material',
          ],
          where: [' when using ', 'key material'],
        },
      ],
      text: 'The key does not fit this algorithm: its sort, length in bytes or encoding is not what the cipher or signature needs.',
      suggestion:
        'Check which key is loaded (public or private, RSA or EC), decode it from base64 or hex before use, and check its length.',
      examples: [
        {
          type: 'java.security.InvalidKeyException',
          message: 'No installed provider supports this key: (null)',
          language: 'java',
        },
      ],
    },
    {
      id: 'signature-mismatch',
      signs: { classes: ['BadSignatureError'] },
      otherSigns: [{ classes: ['InvalidSignature'], libraries: ['cryptography'] }],
      text: 'The signature does not fit the data: it was made with another key or algorithm, or the data was changed (even by white space or an encoding) after it was signed.',
      suggestion:
        'Verify the exact bytes that were signed, with the public key that belongs to the private one, and the same padding and hash on both sides.',
      examples: [
        { type: 'nacl.exceptions.BadSignatureError', message: 'Signature was forged or corrupt', language: 'python' },
      ],
    },
    {
      id: 'host-key',
      signs: { says: [/(?:^|\n)Host key verification failed\.?$/] },
      text: 'SSH does not trust the server: its host key is not in known_hosts, or differs from the one stored there, as the server was set up anew (or someone stands between).',
      suggestion:
        'Compare the fingerprint, add the key with ssh-keyscan (in CI before the first connection) and remove the old one with ssh-keygen -R host.',
      examples: [{ type: 'Error', message: 'Host key verification failed.' }],
    },
    {
      id: 'compared-lengths',
      signs: { codes: ['ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH'], says: ['Input buffers must have the same byte length'] },
      text: 'Two values of different length were compared in constant time (timingSafeEqual), which takes only buffers of the same length in bytes: one is mostly empty, of another encoding, or cut off.',
      suggestion:
        'Compare the lengths first and treat a difference as not equal, or hash both values before; check that both are decoded in the same way (hex, base64).',
      examples: [
        {
          type: 'RangeError',
          message: 'Input buffers must have the same byte length',
          code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
        },
      ],
    },
    {
      id: 'scrypt-cost',
      signs: {
        codes: ['ERR_CRYPTO_INVALID_SCRYPT_PARAMS', 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER'],
        says: ['^Invalid scrypt param'],
      },
      text: 'The cost parameters of scrypt (N, r, p) do not go together, or need more memory than the limit allows (128 * N * r bytes; the default limit is 32 MB).',
      suggestion:
        'Raise maxmem along with N, take N as a power of two, and keep the values with the hash so that it can be checked later.',
      examples: [
        {
          type: 'RangeError',
          message: 'Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded',
          code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
        },
      ],
    },
  ],
};
