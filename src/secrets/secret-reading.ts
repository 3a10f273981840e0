import type { SecretLack } from '../model/secret/secret.ts';

/** The text behind a reference, or why there is none. */
export type SecretReading = { readonly text: string } | { readonly lack: SecretLack };

/** Text without the one line end that editors and programs append. An empty text is no value. */
export function toReading(text: string): SecretReading {
  const value = text.replace(/\r?\n$/, '');
  return value === '' ? { lack: 'empty' } : { text: value };
}

/** `toReading` for bytes, which must be UTF-8. */
export function parseReading(bytes: Uint8Array): SecretReading {
  try {
    return toReading(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return { lack: 'binary' };
    throw error;
  }
}
