# cmake -DFILE=assets/atoms.tsv -DNAME=algebra::atoms_table -DHEADER=algebra/hardware/atoms.hpp -DOUT=atoms_table.cpp -P EmbedText.cmake
# One file as a std::string_view that the header declares.
file(READ ${FILE} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
# Files are compiled in groups: each has its own name for the bytes.
string(REPLACE "::" "_" symbol ${NAME})
file(WRITE ${OUT} "#include \"${HEADER}\"\n\nnamespace {\nconstexpr char ${symbol}[] = {${bytes}0x00};\n}\n\nconst std::string_view ${NAME}(${symbol}, sizeof(${symbol}) - 1);\n")
