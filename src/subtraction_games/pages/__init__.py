"""Pages that run by themselves, in a notebook, in the book or from a file.

board     a game to play against an opponent who knows the nim-values
ask       a question whose answer stays closed until the reader has committed to a guess
explorer  a page to look for patterns in
steps     an algorithm, a step at a time
page      what they share: one document with its style and script, framed in a notebook
fallback  the pictures shown instead of a page where scripts are stripped
"""
