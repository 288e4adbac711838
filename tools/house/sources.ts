import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript-classic';
import { isSource } from './files.ts';

/** A source file: no tests, test helpers or data files. */
export interface Source {
  /** From the root of the checkout, with slashes. */
  file: string;
  lines: number;
  /** Lines of each function that has a name. */
  functions: number[];
  /** Its distinct imports, including types: files of the checkout by path, others by name. */
  imports: string[];
  /** Exported declarations, without re-exports. */
  exports: string[];
}

/** Measures the sources among the files of a checkout. */
export function readSources(root: string, files: readonly string[]): Source[] {
  const resolved = resolver(root);
  return files.filter(isSource).map((file) => measure(root, file, resolved));
}

/** Comments have no figure. */
const parsing = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** Measures one file. */
function measure(root: string, file: string, resolved: ReturnType<typeof resolver>): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, parsing);
  const functions: number[] = [];
  const named = new Set<string>();
  const exports = new Set(parsed.statements.flatMap(exportedNames));
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (isNamedFunction(node, parent)) functions.push(linesOf(parsed, node));
    const name = importedName(node);
    if (name !== undefined) named.add(name);
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(parsed, parsed);
  const imports = [...new Set([...named].map((name) => resolved(file, name)))].toSorted();
  return { file, lines: text.split('\n').length - 1, functions, imports, exports: [...exports] };
}

/** True if declared, a member, or a constant's value; an inline function is part of the function around it. */
function isNamedFunction(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return ts.isVariableDeclaration(parent);
  const isMember = ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node);
  return (ts.isFunctionDeclaration(node) || isMember) && node.body !== undefined;
}

function linesOf(parsed: ts.SourceFile, node: ts.Node): number {
  const first = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line;
  return parsed.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
}

/** The names that an exported declaration gives. */
function exportedNames(node: ts.Statement): string[] {
  if (!ts.canHaveModifiers(node)) return [];
  const modifiers = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
  const isExported = modifiers.includes(ts.SyntaxKind.ExportKeyword);
  if (!isExported || modifiers.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed = ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  return (isNamed || ts.isClassDeclaration(node)) && node.name !== undefined ? [node.name.text] : [];
}

/** The name that an import, a re-export or an import of a fixed name brings in. */
function importedName(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImportCall ? textOf(node.arguments[0]) : undefined;
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteral(node) ? node.text : undefined;

/** Gives the path of a file of the checkout from its root; the name as it stands for whatever is elsewhere. */
function resolver(root: string): (file: string, name: string) => string {
  // The packages of the house are linked at its root, so that their names lead to the same files from everywhere.
  const { resolve } = createRequire(path.join(root, 'package.json'));
  const known = new Map<string, string>();
  const resolvedOf = (name: string): string => {
    try {
      return path.relative(root, resolve(name)).split(path.sep).join('/');
    } catch {
      return name;
    }
  };
  return (file, name) => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
    if (!name.startsWith('@perimeter/')) return name;
    const target = known.get(name) ?? resolvedOf(name);
    known.set(name, target);
    return target;
  };
}
