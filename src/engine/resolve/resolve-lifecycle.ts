import type { EarlierKey } from '../../model/desired/desired.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** What an entry says of the object that it stands for: the key that it had before, and whether it may go. */
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
