/** Thousands as people read them. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en');
}
