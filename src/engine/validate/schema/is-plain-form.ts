const maxDigits = 15;

/**
 * Whether a number, true or false stands in its file as it is sent where it travels as text. YAML reads 007 as 7, 1e3 as
 * 1000 and long numbers inexactly.
 */
export function isPlainForm(value: number | boolean, source: string): boolean {
  return source === String(value) && source.replace('-', '').length <= maxDigits;
}
