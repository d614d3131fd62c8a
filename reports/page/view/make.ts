/** A child of an element: another element, text, or nothing. */
export type Child<Node> = Node | string | null | false

type Attributes = Readonly<Record<string, string | boolean | null>>

/** Makes an element: markup on the server, a node in the script of the page. Views built with it look alike in both. */
export type Make<Node> = (name: string, attributes: Attributes, ...children: readonly Child<Node>[]) => Node
