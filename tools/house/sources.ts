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
  return files.filter(isSource).map((file) => measure(root, file));
}

/** Measures one file. */
function measure(root: string, file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const functions: number[] = [];
  const named = new Set<string>();
  const exports = new Set(parsed.statements.flatMap(exportedNames));
  const visit = (node: ts.Node): void => {
    if (isNamedFunction(node)) functions.push(linesOf(parsed, node));
    const name = importedName(node);
    if (name !== undefined) named.add(name);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  const imports = [...new Set([...named].map((name) => resolved(root, file, name)))].toSorted();
  return { file, lines: text.split('\n').length - 1, functions, imports, exports: [...exports] };
}

/** True if declared, a member, or a constant's value; an inline function is part of the function around it. */
function isNamedFunction(node: ts.Node): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return ts.isVariableDeclaration(node.parent);
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

/** The path of a file of the checkout from its root; the name as it stands for whatever is elsewhere. */
function resolved(root: string, file: string, name: string): string {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
  if (!name.startsWith('@perimeter/')) return name;
  try {
    const target = createRequire(path.join(root, file)).resolve(name);
    return path.relative(root, target).split(path.sep).join('/');
  } catch {
    return name;
  }
}
