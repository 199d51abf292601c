/** How every command ends; docs/operating.md says what each means. `nothing`: asked, answered, and there is none. */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2, nothing: 3 } as const;
