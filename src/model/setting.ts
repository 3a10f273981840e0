/**
 * The value of an optional key of a manifest. A missing key is *unmanaged*, `null` is *cleared*, as
 * in the partial PUT of the service (SERVICE C, PUT).
 */
export type Setting<T> =
  | { readonly kind: 'set'; readonly value: T }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'unmanaged' };

/** The setting of a key that is not there. */
export const unmanaged = { kind: 'unmanaged' } as const;
