export type PlaceholderTarget =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'account'; readonly what: 'id' | 'name' }
  | { readonly kind: 'label'; readonly name: string };

const forms = /^(?:vars\.([a-zA-Z][a-zA-Z0-9]*)|account\.(id|name)|account\.labels\.([a-z0-9-]+))$/;

/**
 * Parses `vars.NAME`, `account.id`, `account.name` or `account.labels.KEY`; null for any other
 * name.
 */
export function parsePlaceholder(name: string): PlaceholderTarget | null {
  const [, variable, what, label] = forms.exec(name) ?? [];
  if (variable !== undefined) return { kind: 'variable', name: variable };
  if (label !== undefined) return { kind: 'label', name: label };
  return what === 'id' || what === 'name' ? { kind: 'account', what } : null;
}
