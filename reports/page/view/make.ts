/** What an element may hold: other elements, text, or nothing. */
export type Child<Node> = Node | string | null | false

type Attributes = Readonly<Record<string, string | boolean | null>>

/** Makes an element. The server makes markup, the script of the page makes nodes: what is built by it looks alike in both. */
export type Make<Node> = (name: string, attributes: Attributes, ...children: readonly Child<Node>[]) => Node
