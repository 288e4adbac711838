import ts from 'typescript-classic';
import { ScaffoldError } from './names.ts';

/** The names in a declaration, including destructured ones. */
const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

/** The top-level names that a statement declares. */
function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

/** Property names are not uses of a declaration. */
const isMember = (node: ts.Identifier): boolean =>
  ((ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) && node.parent.name === node) ||
  (ts.isPropertySignature(node.parent) && node.parent.name === node);

function identifiersIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one) && !isMember(one)) names.add(one.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

/** An import with only the used names; null if none is used. */
function importOf(statement: ts.ImportDeclaration, used: ReadonlySet<string>, source: ts.SourceFile): string | null {
  const clause = statement.importClause;
  const from = statement.moduleSpecifier.getText(source);
  if (clause?.name !== undefined) return used.has(clause.name.text) ? statement.getText(source) : null;
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return null;
  if (ts.isNamespaceImport(bindings)) return used.has(bindings.name.text) ? statement.getText(source) : null;
  const elements = bindings.elements.filter(({ name }) => used.has(name.text));
  if (elements.length === 0) return null;
  const isType = clause?.isTypeOnly === true || elements.every(({ isTypeOnly }) => isTypeOnly);
  const names = elements.map((element) => element.getText(source).replace(isType ? /^type / : /^$/, ''));
  return `import ${isType ? 'type ' : ''}{ ${names.join(', ')} } from ${from};`;
}

/** Comments are cut out as texts. */
const parsing = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

const sourceOf = (text: string): ts.SourceFile => ts.createSourceFile('exemplar.ts', text, parsing, true);

type Matches = (statement: string, names: readonly string[]) => boolean;

/** Extracts the matching statements of a source, with exactly the declarations and imports that they need. */
export const cut = (text: string, matches: Matches): string => cutOf(sourceOf(text), matches);

/** Does so as often as it is asked, and reads the source once, at the first time. */
export function cutter(text: string): (matches: Matches) => string {
  let source: ts.SourceFile | undefined;
  return (matches) => cutOf((source ??= sourceOf(text)), matches);
}

function cutOf(source: ts.SourceFile, matches: Matches): string {
  const { text } = source;
  const textOf = (statement: ts.Statement): string => text.slice(statement.getFullStart(), statement.end).trim();
  const kept = new Set(
    source.statements.filter((one) => !ts.isImportDeclaration(one) && matches(one.getText(source), declared(one))),
  );
  if (kept.size === 0) throw new ScaffoldError('The exemplar has no such statement: fix the scaffold');
  const used = new Set<string>();
  for (const statement of kept) {
    for (const name of identifiersIn(statement)) used.add(name);
    for (const one of source.statements) if (declared(one).some((name) => used.has(name))) kept.add(one);
  }
  const statements = source.statements.filter((one) => kept.has(one)).map(textOf);
  const imports = source.statements.flatMap((one) =>
    ts.isImportDeclaration(one) ? (importOf(one, used, source) ?? []) : [],
  );
  return `${imports.join('\n')}\n\n${statements.join('\n\n')}\n`;
}

/** True if a name is a parameter at its place: rows of several checks begin with one. */
function isParameter(name: ts.Identifier): boolean {
  for (let around: ts.Node = name.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isFunctionLike(around) && around.parameters.some((one) => namesIn(one.name).includes(name.text)))
      return true;
  }
  return false;
}

/** The names that a test imports together with its check: all checks of the topic. */
const checksBeside = (source: ts.SourceFile, check: string): ReadonlySet<string> =>
  source.statements.map(identifiersIn).find((names) => names.has(check)) ?? new Set();

/** True if a list element is only for other checks: a name, a row that begins with it, or spread rows. */
function isOfOthers(element: ts.Expression, check: string, checks: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(element)) return element.text !== check && checks.has(element.text);
  if (ts.isSpreadElement(element)) {
    const names = identifiersIn(element);
    return !names.has(check) && [...names].some((name) => checks.has(name));
  }
  const [first, fact] = ts.isArrayLiteralExpression(element) ? element.elements : [];
  if (first === undefined || !ts.isIdentifier(first) || fact === undefined || first.text === check) return false;
  const isNeighbour = checks.has(first.text) && !(ts.isIdentifier(fact) && checks.has(fact.text));
  return isNeighbour || (ts.isStringLiteral(fact) && !isParameter(first));
}

/** Reduces every list of rows and of checks to the elements for one check. */
function rowsFor(text: string, check: string): string {
  const source = sourceOf(text);
  const checks = checksBeside(source, check);
  const others: [start: number, end: number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpression(node) && ts.isArrayLiteralExpression(node.parent) && isOfOthers(node, check, checks))
      others.push([node.getFullStart(), text[node.end] === ',' ? node.end + 1 : node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return others.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** The tables with rows of the check, without its neighbours. */
export const rowsOf = (text: string, name: string): string =>
  cut(rowsFor(text, name), (statement) => {
    const isTable = /^(?:test\w*(?:Rows|Flaws)|rowTester)\(/u.test(statement);
    return isTable && (/\(rows\b/u.test(statement) || new RegExp(`\\b${name}\\b`, 'u').test(statement));
  });
