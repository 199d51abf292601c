/** How every command ends; docs/operating.md says what each means. */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2 } as const;
