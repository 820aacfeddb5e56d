import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

/** Reads the production files with the compiler: which texts a function is called with, wherever the calls are. */

const root = resolve(import.meta.dirname, '../..')
const PRODUCTION = '*/**/*.ts'
/** The generated client holds no text of its own. */
const OTHERS = ['node_modules/**', 'test/**', 'src/client/openapi.ts', 'src/client/dist/**']
/** A part of a text that is known only at run time. */
export const PART = `\${}`
/** A part of a text that is one of at most so many words is written out, once with each word. */
const WORDS_MAX = 12
/** And an argument among others. */
const ALTERNATIVES_MAX = 3
/** Values are followed through so many constants, functions and parameters. */
const DEPTH_MAX = 8

function productionFiles(): string[] {
  return globSync(PRODUCTION, { cwd: root, exclude: OTHERS }).map(file => join(root, file))
}

/** Paths of the production files that contain `pattern`. */
export function filesWith(pattern: RegExp): string[] {
  return productionFiles().filter(file => pattern.test(readFileSync(file, 'utf8')))
}

/** What a function's parameters are within a call of it. */
type Given = ReadonlyMap<ts.Node, { value: ts.Expression; given: Given }>
const NOTHING: Given = new Map()

export function readLiterals() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const files = productionFiles()
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const calls = new Map<string, ts.CallExpression[]>()
  const texts: ts.Expression[] = []
  const properties = new Map<string, ts.Expression[]>()
  const environment = new Set<string>()
  for (const file of files) collect(program.getSourceFile(file)!, new Map())

  function collect(node: ts.Node, imported: Map<string, string>): void {
    if (ts.isImportSpecifier(node) && node.propertyName !== undefined)
      imported.set(node.name.text, node.propertyName.text)
    if (ts.isCallExpression(node)) {
      const name = lastName(node.expression)
      for (const one of new Set([name, imported.get(name) ?? name])) calls.set(one, [...(calls.get(one) ?? []), node])
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(node)
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
      properties.set(node.name.text, [...(properties.get(node.name.text) ?? []), node.initializer])
    for (const name of variablesOf(node)) environment.add(name)
    ts.forEachChild(node, child => collect(child, imported))
  }

  /** What declares the function that is called. */
  function calledBy({ expression }: ts.CallExpression): ts.SignatureDeclaration | ts.JSDocSignature | undefined {
    return checker.getTypeAtLocation(expression).getCallSignatures()[0]?.declaration
  }

  /** Calls of `name`, or of `Owner.name` for what a type or class named so declares. */
  function callsOf(callee: string): ts.CallExpression[] {
    const [name = '', owner] = callee.split('.').reverse()
    const found = (calls.get(name) ?? []).filter(call => {
      if (owner === undefined) return true
      const declaration = calledBy(call)
      return declaration !== undefined && ownerOf(declaration) === owner
    })
    if (found.length === 0) throw new Error(`nothing calls ${callee}: the test looks for a name that has changed`)
    return found
  }

  function callersOf(declaration: ts.Node): ts.CallExpression[] {
    const found = calls.get(nameOf(declaration) ?? '') ?? []
    return found.filter(call => calledBy(call) === declaration)
  }

  /** Every text that the expression can be; what is known only at run time is written `${}`. */
  function textsOf(of: ts.Expression, given: Given, depth = 0): string[] {
    if (depth > DEPTH_MAX) return [PART]
    const follow = (next: ts.Expression, within = given) => textsOf(next, within, depth + 1)
    const node = unwrapped(of)
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(span => [partsOf(span.expression, given, depth), span.literal.text] as const)
      return spans.reduce(
        (heads, [parts, text]) => heads.flatMap(head => parts.map(part => head + part + text)),
        [node.head.text],
      )
    }
    if (ts.isConditionalExpression(node)) return [...follow(node.whenTrue), ...follow(node.whenFalse)]
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(element => follow(element))
    if (ts.isBinaryExpression(node)) {
      const kind = node.operatorToken.kind
      if (kind === ts.SyntaxKind.QuestionQuestionToken) return [...follow(node.left), ...follow(node.right)]
      const isText = (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0
      if (kind !== ts.SyntaxKind.PlusToken || !isText) return [PART]
      const right = partsOf(node.right, given, depth)
      return partsOf(node.left, given, depth).flatMap(left => right.map(text => left + text))
    }
    if (ts.isCallExpression(node)) return resultsOf(node, given, depth)
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return [PART]
    const declaration = declarationOf(node)
    const bound = declaration && given.get(declaration)
    if (bound !== undefined) return follow(bound.value, bound.given)
    const words = wordsOf(checker.getTypeAtLocation(node))
    if (words !== undefined) return words
    if (declaration === undefined) return [PART]
    if (ts.isParameter(declaration)) return argumentsFor(declaration, depth)
    if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
      return declaration.initializer === undefined ? [PART] : follow(declaration.initializer, NOTHING)
    return [PART]
  }

  /** A part of a longer text: inline templates as they are, other values only where they are wholly known. */
  function partsOf(of: ts.Expression, given: Given, depth: number): string[] {
    const found = textsOf(of, given, depth + 1)
    if (ts.isTemplateExpression(of)) return found
    return [...new Set(found.map(text => (text.includes(PART) ? PART : text)))]
  }

  /** An argument among others; where it may be anything, or missing, it is a part. */
  function alternativesOf(of: ts.Expression): string[] {
    const found = partsOf(of, NOTHING, 0)
    const isOpen = found.length > ALTERNATIVES_MAX || found.includes('') || found.includes(PART)
    return isOpen ? [PART] : found
  }

  /** What a function of ours answers, where it is an expression or returns one. */
  function resultsOf(call: ts.CallExpression, given: Given, depth: number): string[] {
    const declaration = calledBy(call)
    if (declaration === undefined || !ts.isFunctionLike(declaration) || !('body' in declaration)) return [PART]
    const { body, parameters } = declaration
    if (body === undefined || declaration.getSourceFile().isDeclarationFile) return [PART]
    const within = new Map(
      parameters.flatMap((parameter, index) => {
        const value = call.arguments[index] ?? parameter.initializer
        const isOne = value !== undefined && parameter.dotDotDotToken === undefined
        return isOne ? [[parameter as ts.Node, { value, given }] as const] : []
      }),
    )
    const results = ts.isBlock(body) ? returnedBy(body) : [body]
    return results.length === 0 ? [PART] : results.flatMap(result => textsOf(result, within, depth + 1))
  }

  /** What the parameter is given by those who call its function by name. */
  function argumentsFor(parameter: ts.ParameterDeclaration, depth: number): string[] {
    if (parameter.dotDotDotToken) return [PART]
    const index = parameter.parent.parameters.indexOf(parameter)
    const found = callersOf(parameter.parent).flatMap(call => {
      const value = call.arguments[index] ?? parameter.initializer
      return value === undefined ? [] : textsOf(value, NOTHING, depth + 1)
    })
    return found.length === 0 ? [PART] : [...new Set(found)]
  }

  function declarationOf(node: ts.Identifier | ts.PropertyAccessExpression): ts.Declaration | undefined {
    const symbol = checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name)
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return target?.valueDeclaration
  }

  /** The value of a property of an object literal, also of one that a constant names. */
  function propertyOf(of: ts.Expression, name: string): ts.Expression[] {
    const object = unwrapped(of)
    if (ts.isIdentifier(object)) {
      const declaration = declarationOf(object)
      const isConstant = declaration !== undefined && ts.isVariableDeclaration(declaration)
      return isConstant && declaration.initializer !== undefined ? propertyOf(declaration.initializer, name) : []
    }
    if (!ts.isObjectLiteralExpression(object)) return []
    return object.properties.flatMap(property => {
      if (ts.isSpreadAssignment(property)) return propertyOf(property.expression, name)
      if (property.name?.getText() !== name) return []
      if (ts.isShorthandPropertyAssignment(property)) return [property.name]
      return ts.isPropertyAssignment(property) ? [property.initializer] : []
    })
  }

  return {
    /** The environment variables that are read by name from `env` or `process.env`. */
    environment: [...environment],
    /** Every text and template of the production files that matches. */
    matching(pattern: RegExp): string[] {
      return texts.filter(text => pattern.test(text.getText())).flatMap(text => textsOf(text, NOTHING))
    },
    /** The texts that calls have as the argument at `index`, or as a property of the object there. */
    given(callee: string, index: number, property?: string): string[] {
      const values = callsOf(callee).flatMap(call => call.arguments[index] ?? [])
      const wanted = property === undefined ? values : values.flatMap(value => propertyOf(value, property))
      const found = wanted.flatMap(value => textsOf(value, NOTHING)).filter(text => text !== PART && text !== '')
      if (found.length === 0) throw new Error(`no text is found in calls of ${callee}`)
      return found
    },
    /** All arguments of each call: of their texts the known ones, in their order. */
    lists(callee: string): string[] {
      return callsOf(callee).flatMap(call =>
        call.arguments
          .map(value => (ts.isSpreadElement(value) ? [`...${PART}`] : alternativesOf(value)))
          .reduce((heads, parts) => heads.flatMap(head => parts.map(part => [...head, part])), [[]] as string[][])
          .map(parts => parts.join(', ')),
      )
    },
    /** What any property of this name is in an object literal. */
    properties(name: string): string[] {
      return (properties.get(name) ?? []).flatMap(value => textsOf(value, NOTHING))
    },
    /** By a text that each call has as one property of its first argument, the names in another property's object. */
    names(callee: string, by: string, property: string): string[] {
      return callsOf(callee).flatMap(({ arguments: [given] }) => {
        if (given === undefined) return []
        const names = propertyOf(given, property).flatMap(object => checker.getTypeAtLocation(object).getProperties())
        const heads = propertyOf(given, by).flatMap(value => textsOf(value, NOTHING))
        return heads.flatMap(head => [head, ...names.map(({ name }) => `${head} --${name}`)])
      })
    },
    /** What a module gives those who import it, types too. */
    exportsOf(file: string): string[] {
      const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)
      return symbol === undefined ? [] : checker.getExportsOfModule(symbol).map(({ name }) => name)
    },
  }
}

function unwrapped(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  return isWrapper ? unwrapped(node.expression) : node
}

function lastName(callee: ts.Expression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
}

/** By which name a function is called. */
function nameOf(declaration: ts.Node): string | undefined {
  const isUnnamed = ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration)
  const named = isUnnamed ? declaration.parent : declaration
  const name = ts.getNameOfDeclaration(named as ts.Declaration)
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined
}

/** The type or class that declares a function among its members. */
function ownerOf(declaration: ts.Node): string | undefined {
  for (let node = declaration.parent; node !== undefined; node = node.parent)
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
      return node.name?.text
  return undefined
}

/** What the function itself returns, not the functions within it. */
function returnedBy(body: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isReturnStatement(node)) found.push(...(node.expression === undefined ? [] : [node.expression]))
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

/** The words of a type that is one or a few of them. */
function wordsOf(type: ts.Type): string[] | undefined {
  const types = type.isUnion() ? type.types : [type]
  const words = types.flatMap(one => (one.isStringLiteral() || one.isNumberLiteral() ? [String(one.value)] : []))
  return words.length === types.length && words.length <= WORDS_MAX ? words : undefined
}

function variablesOf(node: ts.Node): string[] {
  const isVariable = (name: string) => /^[A-Z][A-Z\d_]+$/.test(name)
  const isEnvironment = (of: ts.Node | undefined) => of !== undefined && /^(process\.)?env$/.test(of.getText())
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return [node.name.text].filter(isVariable)
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name) || !isEnvironment(node.initializer))
    return []
  return node.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText()).filter(isVariable)
}
