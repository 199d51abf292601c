// Where client libraries are, and what SDKs of others have to be told to send here: for the command `errord dsn` and for the first-run page.

/** Stands where the name of a project belongs. SDKs in JavaScript take letters, digits and `_` as the key of a DSN. */
export const PROJECT_PLACE = 'my_app';

/** Stands where a key belongs. */
export const KEY_PLACE = 'YOUR_KEY';

export interface SdkPlace {
  /** Origin of the daemon, with the path prefix of a proxy in front of it. */
  readonly base: string;
  /** Where the records are filed. A daemon that wants a key files by the project that the key is bound to instead. */
  readonly project: string;
  /** An ingest key; null when the daemon wants none. */
  readonly key: string | null;
}

export interface SdkAddresses {
  /** For the SDKs of Sentry. */
  readonly dsn: string;
  /** Where they send copies for Spotlight. Those of Node send no key along. */
  readonly spotlight: string;
  /** The environment of an application with OpenTelemetry. */
  readonly otlp: Readonly<Record<`OTEL_${string}`, string>>;
  /** What npm installs errord's own client libraries from. No key is asked for there. */
  readonly packages: { readonly node: string; readonly browser: string };
}

/** Where an application sends by the SDK that it has. */
export function toSdkAddresses({ base, project, key }: SdkPlace): SdkAddresses {
  const { protocol, host, pathname } = new URL(base);
  const place = host + pathname.replace(/\/$/, '');
  const endpoint = `${protocol}//${place}`;
  return {
    dsn: `${protocol}//${encodeURIComponent(key ?? project)}@${place}/1`,
    spotlight: `${endpoint}/stream`,
    packages: { node: `${endpoint}/clients/node.tgz`, browser: `${endpoint}/clients/browser.tgz` },
    otlp: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_SERVICE_NAME: project,
      ...(key !== null && { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${encodeURIComponent(key)}` }),
    },
  };
}
