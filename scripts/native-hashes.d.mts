// The types of native-hashes.mjs, which is plain Node.

export interface HashList {
  readonly version: string;
  readonly integrity: string;
  readonly files: Readonly<Record<string, string>>;
}

export function toBinaryName(host?: {
  readonly platform: string;
  readonly arch: string;
  readonly versions: { readonly modules: string };
}): string;
export function findFault(path: string, list?: HashList): string | null;
export function findFaultIn(path: string, bytes: Uint8Array): string | null;
export function findForeign(root: string, scope: { readonly all: boolean }): readonly string[];
