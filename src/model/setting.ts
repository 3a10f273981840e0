/**
 * What a manifest says of a thing that it may leave out. A missing key is *unmanaged*, the written
 * word `null` is *cleared*. The service's own partial PUT makes the same difference (SERVICE C, PUT).
 */
export type Setting<T> =
  | { readonly kind: 'set'; readonly value: T }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'unmanaged' };

/** The setting of a key that is not there. */
export const unmanaged = { kind: 'unmanaged' } as const;
