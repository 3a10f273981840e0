type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An element with attributes and children. Text is never markup; false attributes are left out. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** Element of the page with that id. */
export function findElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${id}.`);
}

/** A symbol in its tone, with its word for screen readers. */
export function makeMark(state: { readonly mark: string; readonly tone: string }): HTMLElement {
  return makeElement('i', { class: `mark ${state.tone}`, 'aria-hidden': 'true' }, state.mark);
}

/** A state as symbol and word. */
export function makeBadge(state: {
  readonly label: string;
  readonly mark: string;
  readonly tone: string;
}): HTMLElement {
  return makeElement('span', { class: `badge ${state.tone}` }, makeMark(state), state.label);
}
