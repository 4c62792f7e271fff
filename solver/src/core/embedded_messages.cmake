# Puts the English sentences of the contract into the program, so that it needs no file of the repository.
set(english_messages ${CMAKE_CURRENT_SOURCE_DIR}/../contract/messages/en.json)
file(READ ${english_messages} PACE_MESSAGES)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${english_messages})
configure_file(${CMAKE_CURRENT_LIST_DIR}/embedded_messages.cpp.in
  ${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_messages.cpp @ONLY)
target_sources(pace_core PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_messages.cpp)
