/** The same run, which reads all that is inside each cycle, managed or not. */
export function withWholeCycles<T extends { readonly context: object }>(run: T): T {
  return { ...run, context: { ...run.context, wholeCycles: 'all' as const } };
}
