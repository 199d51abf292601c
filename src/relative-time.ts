const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `15m` is fifteen minutes before `nowMs`, as an RFC 3339 time. Every other text stays as it is, for the API to judge. */
export function toTimestamp(text: string, nowMs: number): string {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (digits === '') return text;
  return new Date(nowMs - Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]).toISOString();
}
