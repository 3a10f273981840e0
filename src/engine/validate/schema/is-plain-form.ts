const maxDigits = 15;

/**
 * True if a number, true or false is written as it is sent as text. YAML reads 007 as 7, 1e3 as
 * 1000 and long numbers inexactly.
 */
export function isPlainForm(value: number | boolean, source: string): boolean {
  return source === String(value) && source.replace('-', '').length <= maxDigits;
}
