import type { ExplanationText } from '../../messages.js';

export function explain(_type: string, _message: string): ExplanationText | null {
  return null;
}
