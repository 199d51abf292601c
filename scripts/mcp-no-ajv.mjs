// In place of ajv in the bundle of the MCP SDK, which makes a validator where it is given none; it is always given one.

export default function Ajv() {
  throw new Error('the MCP server is opened with a validator of its own');
}
