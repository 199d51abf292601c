export function toOpenApi(version: string): object {
  return { openapi: '3.1.0', info: { title: 'errord', version } };
}
