/** Thousands as people read them. */
export function writeNumber(number: number): string {
  return number.toLocaleString('en');
}
