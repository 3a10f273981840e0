const names: readonly (readonly [string, string])[] = [
  ['Ada', 'Berg'],
  ['Bruno', 'Costa'],
  ['Chiara', 'Dahl'],
  ['Dele', 'Eze'],
  ['Elif', 'Fischer'],
  ['Farid', 'Gomez'],
  ['Greta', 'Holm'],
  ['Hugo', 'Ito'],
  ['Ines', 'Jansen'],
  ['Jonas', 'Kaya'],
  ['Keiko', 'Lund'],
  ['Liam', 'Moreau'],
  ['Mira', 'Novak'],
  ['Nils', 'Okafor'],
  ['Olga', 'Petit'],
  ['Pavel', 'Quist'],
  ['Rosa', 'Rossi'],
  ['Sven', 'Silva'],
  ['Tuva', 'Toth'],
  ['Umar', 'Usman'],
  ['Vera', 'Vidal'],
  ['Wim', 'Weber'],
  ['Yara', 'Zeman'],
];

const lists = ['Customers', 'Leads', 'Partners'];
const companies = ['Northwind', 'Contoso', 'Fabrikam'];
const firstMs = Date.UTC(2026, 0, 5, 8);
const hourMs = 3_600_000;

/** Fixed made-up contacts, each changed an hour after the previous one. */
export function makePeople(): readonly Readonly<Record<string, unknown>>[] {
  return names.map(([firstName, lastName], index) => ({
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    list: lists[index % lists.length],
    company: companies[index % companies.length],
    phones: index % 4 === 0 ? [] : [{ number: `+49 30 5550 ${100 + index}` }],
    modifiedAt: new Date(firstMs + index * hourMs).toISOString(),
  }));
}
