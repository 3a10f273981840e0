import type { EarlierKey } from '../../model/desired/desired.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** Resolves the earlier key of an entry, and its protection. */
export function resolveLifecycle(
  written: { readonly renamedFrom?: string; readonly protect?: boolean },
  spanOf: (name: string) => SourceSpan,
): { readonly renamedFrom?: EarlierKey; readonly isProtected?: true } {
  const { renamedFrom, protect } = written;
  return {
    ...(renamedFrom === undefined
      ? {}
      : { renamedFrom: { key: renamedFrom, at: spanOf('renamedFrom') } }),
    ...(protect === true ? { isProtected: true } : {}),
  };
}
