/** How blocks of code look. Long lines wrap, so that no block needs to scroll, on a phone either. */
export default { defaultProps: { wrap: true, hangingIndent: 4 } };
