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
  match: [
    /(?:^|: )(?:certificate (?:has expired|is not yet valid|is not trusted|revoked|rejected|signature failure)|unable to (?:verify the first|get (?:local )?issuer|get) certificate|self[- ]signed certificate|unable to get (?:local )?issuer|unsupported certificate purpose|invalid CA certificate|certificate chain too long)/,
    /(?:^|: )Hostname\/IP does not match certificate's altnames/,
    /\b(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED|CERT_REVOKED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|ERR_TLS_CERT_ALTNAME_INVALID)\b/,
    / routines:[\w ]{0,60}:/,
    /(?:^|: )(?:read|write|connect) EPROTO\b|^EPROTO\b/,
    /\berror:[0-9A-F]{8}:/,
    /\b(?:net::)?ERR_(?:CERT_[A-Z_]+|SSL_[A-Z_]+|TLS_[A-Z_]+|BAD_SSL_[A-Z_]+)\b|\bSSL_ERROR_[A-Z_]+|\bSEC_ERROR_[A-Z_]+|\bMOZILLA_PKIX_\w+/,
    /\b(?:tlsv1(?:\.\d)? alert|sslv3 alert|ssl3_get_record|unsafe legacy renegotiation|alert handshake failure|wrong version number)\b/,
    /(?:^|: )Client network socket disconnected before secure TLS connection/,
    /(?:^|: )(?:(?:dh|ee|ca) (?:key|md) too (?:small|weak)|no ciphers available|no shared cipher|Missing PFX or certificate|mac verify failure|not enough data$|header too long$|no cipher match)/,
    /(?:^|: )x509: /,
    /\bCERTIFICATE_VERIFY_FAILED\b|\bPKIX path building failed\b|\bSSLHandshakeException\b/,
    /^(?:An SSL error has occurred and a secure|The certificate for this server is invalid|TLS handshake (?:failed|timeout|error)|tls: |remote error: tls:|http: server gave HTTP response to HTTPS client)/,
    /^(?:bad decrypt|wrong final block length|data not multiple of block length|Unsupported state or unable to authenticate data|unable to authenticate data|oaep decoding error|data too large for (?:key size|modulus)|bad base64 decode|no start line|wrong tag|unsupported)(?=$|\n)/,
    /(?:^|: )Invalid (?:key length|IV length|initialization vector|authentication tag(?: length)?: ?\S*|authentication tag|cipher|auth tag|RSA|private key|public key|PEM(?: formatted)?|digest|hmac|curve name|nonce|HMAC|JWK|PKCS)(?=$|\n|: |\s(?:data|object|message|key|format|EC|encoding))/i,
    /^(?:Unknown cipher|Digest method not supported|Invalid digest: |Unknown digest|Failed to read (?:private|public) key|Unsupported (?:key|algorithm|cipher|digest|PKCS|crypto)|Passphrase required for encrypted key|Input buffers must have the same byte length|Digest already called|Malformed UTF-8 data|Too few bytes to parse DER|Cannot read (?:public|private) key|Key is of (?:wrong|the wrong) type|interrupted or cancelled|Incorrect (?:key|data) length|Attempting to (?:set auth tag|call getAuthTag)|Invalid state for operation|error in crypto|Failed to decrypt|Decryption failed|Unable to (?:decrypt|parse) (?:data|key|PEM|certificate))/,
    /(?:^|: )(?:crypto\.subtle (?:is undefined|is only available)|Cannot (?:encrypt|decrypt|sign) (?:with|using|data)|The (?:JWK|provided key|provided data|key) (?:is not of type|is too small|member was|does not support|did not match|usages)|(?:AES|HMAC|RSA|ECDSA) key (?:data|length|size) must)/,
    /^(?:salt must be|bcrypt: |Invalid salt(?: version|\.|$)|Not a valid BCrypt hash|Key length must be|Private key (?:must|is)|PEM_read_bio|pbkdf2|scrypt)/i,
  ],
  matchTyped: [
    /^OperationError: (?:The operation failed for an operation-specific reason|Cipher job failed|$)/,
    /^(?:SSLError|SSLCertVerificationError|SSLHandshakeException|InvalidKeyException|BadPaddingException|InvalidTag): /,
  ],
  cases: [
    {
      when: /expired|not yet valid|NOT_YET_VALID|DATE_INVALID/i,
      text: 'The TLS certificate of the server has expired (or is not valid yet), so the connection is not trusted.',
      suggestion:
        'Renew the certificate on the server and reload it, check that renewal runs by itself, and check the clock of this machine.',
      examples: ['certificate has expired'],
    },
    {
      when: /altnames|ALTNAME|COMMON_NAME|certificate is not valid for|hostname mismatch/i,
      text: 'The TLS certificate does not match the host name that was called: it was issued for other names.',
      suggestion:
        'Call the server by a name in its certificate (not by IP address), or issue a certificate that includes this name.',
      examples: ["Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames"],
    },
    {
      when: /key values mismatch|certificate routines/,
      text: 'The TLS certificate and the private key do not belong together: their key values do not match, or the certificate cannot be read.',
      suggestion:
        'Load the key the certificate was requested with, put the certificate of the server first in the chain file, and compare both with openssl.',
      examples: ['error:05800074:x509 certificate routines::key values mismatch'],
    },
    {
      when: /self[- ]signed|SELF_SIGNED|issuer|first certificate|LEAF_SIGNATURE|AUTHORITY|UNKNOWN_ISSUER|CERTIFICATE_VERIFY|PKIX|x509|unknown ca|untrusted|not trusted/i,
      text: 'The TLS (SSL) certificate cannot be verified: it is self-signed or from a private authority (CA), or the server does not send its intermediate certificates.',
      suggestion:
        'Let the server send the full chain, trust a private CA with NODE_EXTRA_CA_CERTS, and do not turn verification off.',
      examples: ['self-signed certificate in certificate chain', 'unable to verify the first certificate'],
    },
    {
      when: /wrong version|packet length|get_record|HTTP response to HTTPS|SSL_PROTOCOL/i,
      text: 'One side speaks TLS (SSL) and the other plain text. Usually an https URL points to a port that serves plain HTTP, or a proxy or mail port is used with the wrong TLS setting.',
      suggestion:
        'Use http:// for that port or the https port of the server, and check the protocol of proxy settings and the `secure` option.',
      examples: ['write EPROTO 805CCF312C7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:'],
    },
    {
      when: /alert|handshake|SSL routines|ERR_SSL|SSL_ERROR|EPROTO|cipher|renegotiation|secure TLS|TLS|too small|too weak|PFX|\bmd\b|CERT|[Cc]ertificate|SEC_ERROR|MOZILLA|SSL/,
      text: 'The TLS (SSL) handshake failed: the two sides share no protocol version or cipher, one of them refused the certificate, or the connection was closed during it.',
      suggestion:
        'Try the server with openssl s_client, bring the older side up to TLS 1.2 or later, send a client certificate if it wants one, and check the proxy in between.',
      examples: [
        'write EPROTO 807CEE4BC87F0000:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:',
      ],
    },
    {
      when: /initialization vector|IV length|nonce|key length|key data|Key length|data length|same byte length/i,
      text: 'The key or the initialization vector does not have the length in bytes that the cipher needs. AES-256 takes a key of 32 bytes, and an initialization vector of 16 (CBC) or 12 (GCM).',
      suggestion:
        'Decode key and vector from hex or base64 before use (a hex string is twice as long), and check their lengths in bytes.',
      examples: ['Invalid initialization vector'],
    },
    {
      when: /decrypt|final block|multiple of block|authenticat|oaep|auth tag|wrong tag|Malformed UTF-8|Unsupported state|operation-specific|Cipher job|too large for/i,
      text: 'The data could not be decrypted: it was encrypted with another key, vector or padding, was changed or cut off, or its authentication tag is missing.',
      suggestion:
        'Check that both sides use the same key, algorithm and padding, and store and decode data, vector and tag in the same encoding.',
      examples: ['bad decrypt'],
    },
    {
      when: /DECODER|PEM|start line|private key|public key|base64 decode|DER|JWK|header too long|not enough data|wrong type|PKCS|asn1|Passphrase/i,
      text: 'The key could not be read: it is not in a supported PEM or DER format. Very often the newlines of a PEM key were lost on the way through an environment variable.',
      suggestion:
        'Restore the newlines (key.replace(/\\\\n/g, "\\n")) or store the key as base64, check its BEGIN and END lines, and give the passphrase if it has one.',
      examples: ['error:1E08010C:DECODER routines::unsupported'],
    },
    {
      when: /subtle/,
      text: 'Web Crypto (crypto.subtle) exists only in secure contexts: on https pages and on localhost.',
      suggestion: 'Serve the page over https, also on test machines, and use localhost rather than an IP address.',
      examples: ['crypto.subtle is undefined'],
    },
  ],
};
