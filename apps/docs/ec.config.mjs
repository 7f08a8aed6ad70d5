/** How blocks of code look. Long lines are wrapped, because the reasons in what commands print are long. */
export default { defaultProps: { wrap: true, hangingIndent: 4 } };
